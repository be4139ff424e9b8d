"""Tests of the owner's pages."""
