"""The table's figures in Prometheus' text format. Begin with `table_metrics`.

May import `doctor`, `journal` and what these may import.
"""
