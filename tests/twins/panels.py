"""The classifier of panels and two of its searches, written from their definitions: dictionaries, fractions, lists of all children."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from miai.core.streams import next_float

UNIT = 2**20
"""Logarithms are rounded to this part of a bit, as in the kernels: else nearly equal products would be ordered differently."""


def probability(genotypes, wanted, estimate, smoothing):
    """Return the probability of genotype `wanted` (0, 1 or 2) after a list of genotypes, with 3 for a missing call."""
    calls = [genotype for genotype in genotypes if genotype != 3]
    if estimate == "genotype":
        return smooth(sum(call == wanted for call in calls), len(calls), 3, smoothing)
    alternative = smooth(sum(calls), 2 * len(calls), 2, smoothing)
    reference = smooth(sum(2 - call for call in calls), 2 * len(calls), 2, smoothing)
    return [reference**2, 2 * reference * alternative, alternative**2][wanted]


def smooth(count, total, outcomes, smoothing):
    if smoothing == "half":
        return (count + Fraction(1, 2)) / (total + Fraction(outcomes, 2))
    return max(Fraction(count), Fraction(1, 2)) / total if total else Fraction(1, outcomes)


def log_units(fraction):
    return round((math.log2(fraction.numerator) - math.log2(fraction.denominator)) * UNIT)


def scores(codes, categories, k, learning, person, model, estimate="genotype", smoothing="half"):
    """Return the sum of log-probabilities of a person's genotypes in each category, over the SNPs with a call."""
    sums = []
    for category in range(k):
        members = [other for other in learning if categories[other] == category]
        total = 0
        for snp in model:
            if codes[snp][person] != 3:
                total += log_units(probability([codes[snp][other] for other in members], codes[snp][person], estimate, smoothing))
        sums.append(total)
    return sums


def right_among_confident(rows, truth):
    """Return the number right without the 5 % of the lowest difference of the best two; the first of equal ones are dropped."""
    judged = []
    for order, (sums, category) in enumerate(zip(rows, truth, strict=True)):
        best = max(range(len(sums)), key=lambda k: (sums[k], -k))
        second = max(sums[k] for k in range(len(sums)) if k != best)
        judged.append((sums[best] - second, order, best == category))
    judged.sort()
    return sum(right for _, _, right in judged[math.floor(len(judged) / 20 + 0.5) :])


def value(codes, categories, k, divisions, model, estimate="genotype", smoothing="half"):
    """Return V(M): the mean over divisions (learning, test) of the number right."""
    counts = []
    for learning, test in divisions:
        rows = [scores(codes, categories, k, learning, person, model, estimate, smoothing) for person in test]
        counts.append(right_among_confident(rows, [categories[person] for person in test]))
    return sum(counts) / len(counts)


def queue_order(value_of, candidates, size, priors, slopes):
    """Return the order in which GrQS evaluates models: a list of all children, the highest estimate first, the first of equal ones."""
    empty = value_of(())
    waiting = [(empty + slopes[0] * priors[snp], -snp, (snp,)) for snp in range(candidates - size + 1)]
    entered, order = candidates, []
    while waiting:
        best = max(waiting, key=lambda entry: entry[0])
        waiting.remove(best)
        model = best[2]
        order.append(model)
        if len(model) < size:
            found = value_of(model)
            for snp in range(model[-1] + 1, candidates - (size - len(model)) + 1):
                entered += 1
                waiting.append((found + slopes[len(model)] * priors[snp], -entered, (*model, snp)))
    return order


class Node:
    """A node of the tree with all its children made at once."""

    def __init__(self, snps):
        self.snps = snps
        self.visits, self.total, self.children = 0, 0.0, None


def tree_search(value_of, candidates, size, priors, exploration, penalty, stream, simulations):
    """MCTS as published. Returns the root and the models in the order of their evaluation."""
    root, models = Node(()), []
    for _ in range(simulations):
        path = [root]
        while len(path[-1].snps) < size:
            node = path[-1]
            if node.children is None:
                if node is not root and node.visits == 0:
                    break
                first = node.snps[-1] + 1 if node.snps else 0
                last = candidates - (size - len(node.snps))
                node.children = [Node((*node.snps, snp)) for snp in range(first, last + 1)]
            path.append(max(node.children, key=lambda child: (score(child, node, priors, exploration), -child.snps[-1])))
        snps = path[-1].snps
        drawn = draw_rest(snps, candidates, size, stream)
        models.append(snps + drawn)
        result = value_of(snps + drawn)
        if not drawn:
            result -= penalty * result
        for node in path:
            node.visits += 1
            node.total += result
    return root, models


def score(child, parent, priors, exploration):
    """Equation 5.44."""
    spread = math.sqrt(math.log(parent.visits + 1.0)) * exploration
    return (child.total + priors[child.snps[-1]]) / (child.visits + 1.0) + spread / math.sqrt(child.visits + 1.0)


def draw_rest(snps, candidates, size, stream):
    """Draw the missing SNPs behind the last, each with the weight of its place from the end, by adding up weights."""
    first = snps[-1] + 1 if snps else 0
    drawn = []
    while len(snps) + len(drawn) < size:
        weights = np.arange(1, candidates - first + 1)
        target = (1.0 - next_float(stream)) * weights.sum()
        place = int(weights[np.searchsorted(np.cumsum(weights), target)])
        if candidates - place not in drawn:
            drawn.append(candidates - place)
    return tuple(drawn)


def node_counts(root):
    """Visits by set of SNPs, of all nodes that were visited."""
    found, waiting = {}, [root]
    while waiting:
        node = waiting.pop()
        if node.visits:
            found[node.snps] = node.visits
        waiting += node.children or []
    return found
