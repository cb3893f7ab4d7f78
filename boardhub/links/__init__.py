"""What carries the lines of a session: TCP, memory."""
