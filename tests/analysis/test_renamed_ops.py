"""Names that Grappler's passes write lead to the op that they were made of."""

from __future__ import annotations

import pytest

from graphscope.analysis.renamed_ops import original_name

KNOWN = {"a/values_1", "mul_4", "grad/ShapeN", "x/Sum", "add"}


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("ConstantFolding/a/values_1_const_axis", "a/values_1"),
        ("ConstantFolding/x/Sum_1_const_axis", "x/Sum"),
        ("ConstantFolding/grad/ShapeN-matshapes-1", "grad/ShapeN"),
        ("ConstantFolding/add_recip", "add"),
        ("ArithmeticOptimizer/ReplaceMulWithSquare_mul_4/unary_ops_composition", "mul_4"),
        ("ArithmeticOptimizer/AddOpsRewrite_Leaf_1_add", "add"),
        ("ConstantFolding/another_recip", None),
        ("add", None),
    ],
)
def test_that_a_name_leads_to_its_op(name: str, original: str | None) -> None:
    assert original_name(name, KNOWN) == original
