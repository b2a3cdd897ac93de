"""Profiles of models, and where keys may and may not come from."""

from __future__ import annotations

import re
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import LANGUAGES
from physassist_tui.llm.keys import KNOWN_PROVIDERS, find_key, needs_key, usual_names
from physassist_tui.llm.profiles import ModelSettings, load_profiles, profiles_path, resolve

SECRET = "sk-a-secret-2931"
WHOLE = """
[profiles.lab]
model = "openai/qwen3-8b"
base_url = "http://127.0.0.1:8080/v1"
temperature = 0.2
reasoning_effort = "low"
max_output_tokens = 800
seed = 7
timeout_s = 60
key_env = "LAB_KEY"

[profiles."gpt.5"]
model = "openai/gpt-5"
"""


class FileKeyring(KeyringBackend):
    """A keyring of the tests' own: real to the library, kept in memory."""

    priority = 1

    def __init__(self, held: dict[tuple[str, str], str]) -> None:
        self.held = held

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[service, username] = password


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for provider in KNOWN_PROVIDERS:
        for name in usual_names(provider):
            monkeypatch.delenv(name, raising=False)
    path = tmp_path / "models.toml"
    monkeypatch.setenv("PHYSASSIST_MODELS", str(path))
    return path


def test_a_profile_is_resolved_by_its_name_and_what_is_given_goes_before(place: Path) -> None:
    place.write_text(WHOLE, encoding="utf-8")
    found = resolve("lab")
    assert found == ModelSettings(
        "openai/qwen3-8b", "http://127.0.0.1:8080/v1", 0.2, "low", 800, 7, 60, "LAB_KEY", "lab"
    )
    assert resolve("gpt.5").model == "openai/gpt-5"
    other = resolve("lab", ModelSettings(seed=8, temperature=0))
    assert (other.seed, other.temperature, other.model) == (8, 0, "openai/qwen3-8b")
    assert resolve("openai/gpt-5") == ModelSettings("openai/gpt-5")
    assert "base_url" not in found.parameters()
    assert "key_env" not in found.parameters()


def test_a_name_that_is_no_profile_is_a_models(place: Path) -> None:
    place.write_text(WHOLE, encoding="utf-8")
    assert resolve("gpt-4o") == ModelSettings("gpt-4o")


def test_no_file_is_no_profiles_unless_it_was_named(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=re.escape(str(place))):
        load_profiles()
    monkeypatch.delenv("PHYSASSIST_MODELS")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    assert load_profiles() == {}
    assert profiles_path().name == "models.toml"


WRONG = {
    'key = "{secret}"': "key",
    '[profiles.a]\nmodel = "openai/x"\napi_key = "{secret}"': "api_key",
    '[profiles.a]\nmodel = "openai/x"\nToken = "{secret}"': "Token",
    '[profiles.a]\nmodel = "openai/x"\nkey_env = "{secret}"': "key_env",
    '[profiles.a]\nmodel = "openai/x"\nbase_url = "http://u:{secret}@host/v1"': "base_url",
    '[profiles.a]\nmodel = "openai/x"\nbase_url = "http://host/v1?key={secret}"': "base_url",
    '[profiles.a]\nmodel = "openai/x"\nbase_url = "{secret}"': "base_url",
    '[profiles.a]\nmodel = "openai/x"\nbase_url = "http://[{secret}/"': "base_url",
    '[profiles.a]\nmodel = "openai/x"\nheat = 1': "heat",
    "[profiles.a]\nseed = 1": "model",
    '[profiles.a]\nmodel = "openai/x"\nseed = "{secret}"': "seed",
    '[profiles.a]\nmodel = "openai/x"\nseed = true': "seed",
    '[profiles.a]\nmodel = "openai/x"\ntemperature = 3': "temperature",
    '[profiles.a]\nmodel = "openai/x"\ntemperature = nan': "temperature",
    '[profiles.a]\nmodel = "openai/x"\nmax_output_tokens = 0': "max_output_tokens",
    '[profiles.a]\nmodel = "openai/x"\ntimeout_s = -1': "timeout_s",
    '[profiles.a]\nmodel = "openai/x"\nreasoning_effort = "{secret}"': "reasoning_effort",
    'profiles = "{secret}"': "[profiles.NAME]",
    '[profiles]\napi_key = "{secret}"': "api_key",
    '[models.a]\nmodel = "openai/x"': "models",
    '[profiles."a b"]\nmodel = "openai/x"': "a b",
    '[profiles.a\nmodel = "{secret}"': "models.toml",
    '[profiles.a]\nmodel = "{secret}': "models.toml",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_named_in_one_line_that_shows_no_value(text: str, place: Path) -> None:
    place.write_text(text.replace("{secret}", SECRET), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        resolve("a")
    for lang in LANGUAGES:
        line = caught.value.message.render(lang)
        assert str(place) in line
        assert WRONG[text] in line
        assert "\n" not in line
        assert SECRET not in line


def test_a_key_in_the_file_is_refused_with_where_it_belongs(place: Path) -> None:
    for field in ("key", "api_key", "apikey", "API_KEY", "secret", "password", "token"):
        place.write_text(f'[profiles.a]\nmodel = "openai/x"\n{field} = "{SECRET}"', "utf-8")
        with pytest.raises(BadInput, match="key_env"):
            load_profiles()


def test_no_utf8_and_no_file(place: Path) -> None:
    place.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput):
        load_profiles()
    place.unlink()
    place.mkdir()
    with pytest.raises(BadInput):
        load_profiles()


def test_where_a_key_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    held = {("physassist", "lab"): "ring-lab", ("physassist", "openai"): " ring-openai\n"}
    before = keyring.get_keyring()
    keyring.set_keyring(FileKeyring(held))
    own = ModelSettings("openai/x", base_url="http://127.0.0.1:1/v1", profile="lab")
    plain = ModelSettings("openai/gpt-5")
    try:
        key = find_key(own)
        assert key is not None
        assert (key.text, key.source, key.name) == ("ring-lab", "keyring", "lab")
        assert "ring-lab" not in repr(key)
        key = find_key(plain)
        assert key is not None
        assert (key.text, key.name) == ("ring-openai", "openai")
        monkeypatch.setenv("OPENAI_API_KEY", "from-env")
        key = find_key(plain)
        assert key is not None
        assert (key.text, key.source) == ("from-env", "environment")
        assert find_key(ModelSettings("openai/x", base_url="http://127.0.0.1:1/v1")) is None
        monkeypatch.setenv("LAB_KEY", "named")
        key = find_key(ModelSettings("openai/x", key_env="LAB_KEY", profile="lab"))
        assert key is not None
        assert key.text == "named"
        monkeypatch.setenv("AZURE_API_KEY", "azure")
        azure = find_key(ModelSettings("azure/gpt-4o", base_url="https://x.example/openai"))
        assert azure is not None, "Azure has no other address than one's own"
    finally:
        keyring.set_keyring(before)


def test_who_needs_a_key() -> None:
    assert needs_key(ModelSettings("openai/gpt-5"))
    assert needs_key(ModelSettings("openai/x", base_url="http://127.0.0.1:1/v1", key_env="LAB_KEY"))
    assert not needs_key(ModelSettings("openai/x", base_url="http://127.0.0.1:1/v1"))
    assert not needs_key(ModelSettings("ollama/llama3"))
    assert not needs_key(ModelSettings("bedrock/x"))
    assert not needs_key(ModelSettings("some-new-provider/x"))
