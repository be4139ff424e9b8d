"""Pictures as arrays: types, decoding, cropping, relighting. Imports nothing else of `vision` but its errors."""
