"""What an order means to a prescriber, read from its FHIR resource.

`amounts` reads doses and converts them, `often` how often a dose is given, `names` what was
ordered, `prescribed` puts one resource's meaning together. `score.order_grader` compares that
with what an item asks for. Nothing here knows of items, sessions or screens.
"""
