"""The rules of the games: pure values, no clock, no socket, no global chance."""
