"""Tests of the four lamps."""
