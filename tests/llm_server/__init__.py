"""A small model provider of the tests' own: OpenAI's chat completions over real HTTP on loopback.

    with LlmServer(reply) as server:
        server.base_url   # http://127.0.0.1:PORT/v1
        server.requests   # every request, in order of arrival

`reply` decides each answer: a `Reply`, a `Refusal`, a list of them (one a request, the last again
and again), or a function of the `Request` that gives one.
"""

from tests.llm_server.replies import Answer, Call, Refusal, Reply, StreamFault, refusals
from tests.llm_server.server import LlmServer, Request

__all__ = ["Answer", "Call", "LlmServer", "Refusal", "Reply", "Request", "StreamFault", "refusals"]
