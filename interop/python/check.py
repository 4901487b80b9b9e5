"""Builds requests and messages from what jarvis-tools writes, with the types of the providers' own clients.

Reads the output of `cargo run -p jarvis-tools-tests --bin wire` from standard input. Nothing is sent. Each value must
be taken by the client's type and come out of it unchanged: a key that the type doesn't know is a failure, since the
types of some clients drop such keys without a word.
"""

import base64
import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import anthropic.types
import google.genai.types
import mcp.types
import ollama
import openai.types.chat
import openai.types.responses
from pydantic import BaseModel, TypeAdapter, ValidationError


def plain(value: Any) -> Any:
    """A value of a client's types as JSON, without what stands for keys that weren't given."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        return value
    # Lists that a type calls iterable are checked while they are read.
    return [plain(inner) for inner in value]


class Checker:
    """Counts values that a client's types take, and keeps what is wrong with others."""

    def __init__(self) -> None:
        self.taken = 0
        self.problems: list[str] = []

    def take(self, what: str, kind: Any, value: Any, *, given: Any = None, whole: bool = True) -> None:
        """`given` is what the type is given for the value; `whole` is false where it is narrower than the server."""
        # An adapter must live as long as its values, which are checked while they are read.
        adapter = TypeAdapter(kind)
        try:
            taken = plain(adapter.validate_python(value if given is None else given))
        except ValidationError as error:
            self.problems.append(f"{what}: {error}\n{json.dumps(value)[:2000]}")
            return
        if whole and taken != value:
            self.problems.append(f"{what}: changed\n  from {json.dumps(value)[:2000]}\n  to   {json.dumps(taken)[:2000]}")
            return
        self.taken += 1

    def provider(self, name: str, written: Any, tool: Any, choice: Any, response: Any, message: Any) -> None:
        for value in written["tools"]:
            # Ollama's type knows fewer keywords than its server.
            self.take(f"{name}, tool", tool, value, whole=name != "ollama")
        for value in written["choices"]:
            self.take(f"{name}, tool choice", choice, value)
        for conversation in written["conversations"]:
            # That the responses are ones of the provider makes the reading of them mean something.
            self.take(f"{name}, response", response, conversation["response"], whole=False)
            for value in conversation["messages"]:
                self.take(f"{name}, message", message, value, given=with_images(value) if name == "ollama" else None)


def with_images(message: Any) -> Any:
    """Ollama's client makes an object of each picture, and the same text of it again when it sends it."""
    if "images" not in message:
        return message
    return message | {"images": [{"value": image} for image in message["images"]]}


def without_bytes(value: Any) -> Any:
    """Gemini's types write Base64 for URLs; what we send back is compared in the same form."""
    if isinstance(value, dict):
        return {
            key: base64.urlsafe_b64encode(base64.b64decode(inner)).decode()
            if key == "thoughtSignature"
            else without_bytes(inner)
            for key, inner in value.items()
        }
    return [without_bytes(inner) for inner in value] if isinstance(value, list) else value


def main() -> int:
    written = json.load(sys.stdin)
    checker = Checker()
    for name in ("openai.chat", "compatible"):
        checker.provider(
            name,
            written[name],
            openai.types.chat.ChatCompletionFunctionToolParam,
            openai.types.chat.ChatCompletionToolChoiceOptionParam,
            openai.types.chat.ChatCompletion,
            openai.types.chat.ChatCompletionMessageParam,
        )
    checker.provider(
        "openai.responses",
        written["openai.responses"],
        openai.types.responses.FunctionToolParam,
        str | openai.types.responses.ToolChoiceFunctionParam,
        openai.types.responses.Response,
        openai.types.responses.ResponseInputItemParam,
    )
    checker.provider(
        "anthropic",
        written["anthropic"],
        anthropic.types.ToolParam,
        anthropic.types.ToolChoiceParam,
        anthropic.types.Message,
        anthropic.types.MessageParam,
    )
    checker.provider(
        "gemini",
        without_bytes(written["gemini"]),
        google.genai.types.Tool,
        google.genai.types.ToolConfig,
        google.genai.types.GenerateContentResponse,
        google.genai.types.Content,
    )
    checker.provider("ollama", written["ollama"], ollama.Tool, None, ollama.ChatResponse, ollama.Message)
    for value in written["mcp"]["tools"]:
        checker.take("mcp, tool", mcp.types.Tool, value)
    for value in written["mcp"]["results"]:
        checker.take("mcp, result", mcp.types.CallToolResult, value)

    for problem in checker.problems[:20]:
        print(problem, file=sys.stderr)
    print(f"{checker.taken} values taken, {len(checker.problems)} refused or changed")
    return 1 if checker.problems or checker.taken < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
