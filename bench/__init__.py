"""Benchmarks: ratios against baselines of the same run. `README.md` says how to read them."""
