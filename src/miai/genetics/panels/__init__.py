"""Panels: small sets of SNPs that tell categories apart, chosen, validated, saved and used.

settings.py      how models are valued: frequencies, validation, objective, prior
selection.py     choose a panel
checkpoint.py    a running search on disk
parallel.py      many searches on threads or a cluster, their best models merged
validation.py    nested validation: nothing is learned from held-out people
measures.py      confusion, recall, stability of panels
panel.py         a panel as a file, which classifies people without the training data
"""
