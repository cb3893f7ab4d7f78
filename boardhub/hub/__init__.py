"""The hub: lobby, matches, clock, journal. It knows no game and reads no line."""
