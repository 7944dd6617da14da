"""Genotypes of people at many SNPs: files, filters, statistics, candidate lists, exports.

Start reading at `genotypes.py`, the data model; `reading.py` finds the format of a file; `groupings.py` maps populations to the
categories that a panel of SNPs separates.
"""
