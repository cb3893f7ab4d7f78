"""The dialects: what games sound like on the wire. Text, never bytes or sockets."""
