"""break, continue and early return, which AutoGraph lowers to flags and more conditionals."""

import tensorflow as tf


@tf.function
def lowered(x, n):
    total = x
    for i in tf.range(n):  #: for=staged:StatelessWhile,StatelessIf
        if i == 3:  #: if=staged:StatelessIf
            break
        if i == 2:  #: if=staged:StatelessIf
            continue
        total += 1.0
    while total > 3.0:  #: while=staged:StatelessWhile
        total -= 1.0
        if total < 0.0:  #: if=staged:StatelessIf
            break
    if total > 1.0:  #: if=staged:StatelessIf
        return total
    kept = [
        a if a > 0 else -a  #: conditional-expression=staged:StatelessIf
        for a in [total]
    ]
    above = total > 0 and not (total > 5)  #: and=staged:StatelessIf not=staged:LogicalNot
    both = (total > 1 and n > 2) or n > 3  #: and=staged:StatelessIf or=staged:StatelessIf
    assert n is not None  #: assert=never-staged
    if 0 < total < 5:  #: if=staged:StatelessIf
        return kept[0] + tf.cast(both, tf.float32) * tf.cast(above, tf.float32)
    return total * 2
