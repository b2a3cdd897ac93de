"""The shipped themes: dark, light, and one of high contrast. A test computes their contrast.

The caret is drawn in reverse, so that it is seen without colour too.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="physassist-dark",
    primary="#7AB8E8",
    secondary="#9DB4C8",
    accent="#E8C26A",
    warning="#F0B860",
    error="#FF8A80",
    success="#8FD19E",
    foreground="#E6E9EC",
    background="#14181C",
    surface="#1C2228",
    panel="#262E36",
    dark=True,
    variables={
        "text": "#E6E9EC",
        "text-muted": "#B4BEC8",
        "text-disabled": "#9AA6B2",
        "foreground-muted": "#B4BEC8",
        "border": "#7AB8E8",
        "border-blurred": "#6F7C89",
        "block-cursor-foreground": "#10151A",
        "block-cursor-background": "#7AB8E8",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-foreground": "#FFFFFF",
        "block-cursor-blurred-background": "#33506A",
        "block-cursor-blurred-text-style": "none",
        "input-cursor-foreground": "#E6E9EC",
        "input-cursor-background": "#10151A",
        "input-cursor-text-style": "reverse",
        "input-selection-foreground": "#FFFFFF",
        "input-selection-background": "#33506A",
        "screen-selection-foreground": "#FFFFFF",
        "screen-selection-background": "#33506A",
        "button-foreground": "#E6E9EC",
        "button-color-foreground": "#10151A",
    },
)

LIGHT = Theme(
    name="physassist-light",
    primary="#0A5A94",
    secondary="#40566A",
    accent="#7A4E00",
    warning="#7A4E00",
    error="#A51D1D",
    success="#1D6B33",
    foreground="#16191C",
    background="#FAFAF8",
    surface="#F0F1F0",
    panel="#E4E7E9",
    dark=False,
    variables={
        "text": "#16191C",
        "text-muted": "#48525C",
        "text-disabled": "#55606B",
        "foreground-muted": "#48525C",
        "border": "#0A5A94",
        "border-blurred": "#6E7A86",
        "block-cursor-foreground": "#FFFFFF",
        "block-cursor-background": "#0A5A94",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-foreground": "#16191C",
        "block-cursor-blurred-background": "#C6DAEA",
        "block-cursor-blurred-text-style": "none",
        "input-cursor-foreground": "#16191C",
        "input-cursor-background": "#FFFFFF",
        "input-cursor-text-style": "reverse",
        "input-selection-foreground": "#16191C",
        "input-selection-background": "#B7D2E8",
        "screen-selection-foreground": "#16191C",
        "screen-selection-background": "#B7D2E8",
        "button-foreground": "#16191C",
        "button-color-foreground": "#FFFFFF",
    },
)

CONTRAST = Theme(
    name="physassist-contrast",
    primary="#FFFF00",
    secondary="#FFFFFF",
    accent="#00FFFF",
    warning="#FFFF00",
    error="#FFB0B0",
    success="#80FF80",
    foreground="#FFFFFF",
    background="#000000",
    surface="#000000",
    panel="#101010",
    dark=True,
    variables={
        "text": "#FFFFFF",
        "text-muted": "#FFFFFF",
        "text-disabled": "#DDDDDD",
        "foreground-muted": "#FFFFFF",
        "border": "#FFFF00",
        "border-blurred": "#FFFFFF",
        "block-cursor-foreground": "#000000",
        "block-cursor-background": "#FFFF00",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-foreground": "#000000",
        "block-cursor-blurred-background": "#FFFFFF",
        "block-cursor-blurred-text-style": "none",
        "input-cursor-foreground": "#FFFFFF",
        "input-cursor-background": "#000000",
        "input-cursor-text-style": "reverse",
        "input-selection-foreground": "#000000",
        "input-selection-background": "#FFFF00",
        "screen-selection-foreground": "#000000",
        "screen-selection-background": "#FFFF00",
        "button-foreground": "#FFFFFF",
        "button-color-foreground": "#000000",
    },
)

THEMES = (DARK, LIGHT, CONTRAST)
CHOSEN_BY_NAME = {"dark": DARK, "light": LIGHT}


def theme_name(choice: str, *, high_contrast: bool) -> str:
    """The theme for the settings `theme` (`dark` or `light`) and `high_contrast`."""
    if high_contrast:
        return CONTRAST.name
    return CHOSEN_BY_NAME.get(choice, DARK).name
