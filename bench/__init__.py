"""Benchmarks: ratios against baselines measured in the same run. `README.md` says how to read them."""
