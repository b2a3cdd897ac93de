"""Whether an expression is FHIRPath at all.

`fhirpathpy` passes over errors of syntax and evaluates what is left (`a b c` as `a`), so that
a slip in a condition could make it true of anything. Here its own grammar is asked strictly.
"""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=512)
def syntax_fault(expression: str) -> str | None:
    """What the grammar says against the expression, with its column from 1; else `None`."""
    from antlr4 import CommonTokenStream, InputStream, Token  # type: ignore[import-untyped]
    from antlr4.error.ErrorListener import ErrorListener  # type: ignore[import-untyped]
    from fhirpathpy.parser.generated.FHIRPathLexer import FHIRPathLexer
    from fhirpathpy.parser.generated.FHIRPathParser import FHIRPathParser

    faults: list[str] = []

    class Listener(ErrorListener):  # type: ignore[misc]
        def syntaxError(  # noqa: N802 (the name is the parser's)
            self,
            _recognizer: object,
            _symbol: object,
            _line: int,
            column: int,
            text: str,
            _e: object,
        ) -> None:
            faults.append(f"{column + 1}: {text}")

    listener = Listener()
    lexer = FHIRPathLexer(InputStream(expression))
    lexer.removeErrorListeners()
    lexer.addErrorListener(listener)
    parser = FHIRPathParser(CommonTokenStream(lexer))
    parser.removeErrorListeners()
    parser.addErrorListener(listener)
    parser.expression()
    rest = parser.getCurrentToken()
    if not faults and rest.type != Token.EOF:
        faults.append(f"{rest.column + 1}: {rest.text}")
    return faults[0] if faults else None
