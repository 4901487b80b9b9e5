"""The official Python SDK against the example server: over stdio, or over HTTP where a URL is given."""

import asyncio
import sys

from mcp import Client, MCPError, StdioServerParameters


async def check(target, mode: str) -> str:
    progress = []

    async def heard(done, total, message):
        progress.append(done)

    async with Client(target, mode=mode) as client:
        listed = await client.list_tools()
        assert [tool.name for tool in listed.tools] == ["distance", "countdown", "fail"], listed
        assert listed.tools[0].output_schema["type"] == "object", listed.tools[0]
        assert listed.tools[0].annotations.read_only_hint is True, listed.tools[0]

        oslo = {"latitude": 59.91, "longitude": 10.75}
        result = await client.call_tool("distance", {"from": oslo, "to": oslo})
        assert not result.is_error and result.structured_content == {"kilometers": 0.0}, result

        result = await client.call_tool("distance", {"from": oslo, "to": {"latitude": 95.0}})
        text = result.content[0].text
        assert result.is_error and "2 problems" in text and "to.latitude" in text, result

        result = await client.call_tool("fail", {})
        assert result.is_error and result.content[0].text == "the disk is full", result

        result = await client.call_tool("countdown", {"from": 3}, progress_callback=heard)
        assert result.content[0].text == "liftoff" and progress == sorted(progress), (result, progress)

        try:
            await client.call_tool("nope", {})
        except MCPError as error:
            assert error.error.code == -32602, error
        else:
            raise AssertionError("an unknown tool must be an error of the protocol")
        return client.session.protocol_version


async def main() -> None:
    place = sys.argv[1]
    for mode in ("legacy", "auto"):
        target = place if place.startswith("http") else StdioServerParameters(command=place)
        revision = await asyncio.wait_for(check(target, mode), 60)
        print(f"python sdk, {'http' if place.startswith('http') else 'stdio'}, {mode}: {revision}")


asyncio.run(main())
