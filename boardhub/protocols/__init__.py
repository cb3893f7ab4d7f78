"""The dialects: lines to moves, events to lines. Text, never bytes or sockets."""
