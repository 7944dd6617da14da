"""The report of a panel: figures in `facts.py`, pictures in `pictures.py`, one HTML file in `page.py`."""
