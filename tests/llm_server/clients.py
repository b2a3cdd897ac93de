"""What a process keeps of a provider that is gone: litellm's clients, and their connections.

litellm keeps a client an address for an hour, up to 200. Each test's server has an address of its
own, so the 201st would push out the first, unclosed, and whichever test runs when it is collected
would be told of a socket that it never opened.
"""

from __future__ import annotations

from physassist_tui.llm.engine import engine


def forget_clients(base_url: str) -> None:
    """Closes the clients of this process that were made for an address; waits until they are."""
    if not engine.cache_info().currsize or not engine().preload().done():
        return
    cache = engine().preload().result().in_memory_llm_clients_cache
    for key, client in tuple(cache.cache_dict.items()):
        if str(getattr(client, "base_url", "")).rstrip("/") == base_url:
            cache.cache_dict.pop(key)
            engine().start(client.close()).result(timeout=10)
