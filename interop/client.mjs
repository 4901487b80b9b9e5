// The official TypeScript SDK against the example server: over stdio, or over HTTP where a URL is given.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const place = process.argv[2];
const http = place.startsWith("http");
const transport = http
  ? new StreamableHTTPClientTransport(new URL(place))
  : new StdioClientTransport({ command: place });
let revision = "";
const client = new Client({ name: "interop", version: "0" });
transport.setProtocolVersion ??= () => {};
const set = transport.setProtocolVersion.bind(transport);
transport.setProtocolVersion = (version) => { revision = version; set(version); };
await client.connect(transport);

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name), ["distance", "countdown", "fail"]);
assert.equal(tools[0].annotations.readOnlyHint, true);

const oslo = { latitude: 59.91, longitude: 10.75 };
let result = await client.callTool({ name: "distance", arguments: { from: oslo, to: oslo } });
assert.deepEqual(result.structuredContent, { kilometers: 0 });
result = await client.callTool({ name: "distance", arguments: { from: oslo, to: { latitude: 95 } } });
assert.ok(result.isError && result.content[0].text.includes("2 problems"), JSON.stringify(result));
result = await client.callTool({ name: "fail", arguments: {} });
assert.ok(result.isError && result.content[0].text === "the disk is full");

const progress = [];
result = await client.callTool({ name: "countdown", arguments: { from: 3 } }, undefined, {
  onprogress: (news) => progress.push(news.progress),
});
assert.equal(result.content[0].text, "liftoff");
assert.deepEqual(progress, [...progress].sort());
await assert.rejects(client.callTool({ name: "nope", arguments: {} }), (error) => error.code === -32602);

console.log(`typescript sdk, ${http ? "http" : "stdio"}: ${revision}`);
await client.close();
