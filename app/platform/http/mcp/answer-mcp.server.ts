import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { env } from "~/platform/env.server";
import { M } from "~/platform/messages";
import { hasBody } from "../api-operation.server";
import type { RouteArgs } from "../request-facts.server";
import { type DeclaredTool, declaredTools, describeTool } from "./tools.server";

const INSTRUCTIONS = `Millrace rents GPU machines, charged by the second. pph is cents an hour, times are epoch seconds UTC.
A tool that spends answers with its price first; call it again with confirm set to true to begin. Stop what you no longer
need: a task costs money until it is stopped. Renting needs an SSH key that the account has stored.`;

/**
 * Answers one message of the Model Context Protocol. Stateless: each request has its own server, and the path that a
 * tool calls decides what it may do, with the same key.
 */
export async function answerMcp(args: RouteArgs, message: Record<string, unknown>): Promise<Response> {
  const { Server, Transport, CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } = await loadSdk();
  const server = new Server(
    { name: "millrace", title: "Millrace", version: "1.0.0" },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const tools = declaredTools();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools].map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.get(name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}`);
    const { properties } = describeTool([name, tool]).inputSchema;
    const unknown = Object.keys(given).find((field) => !Object.hasOwn(properties, field));
    if (unknown !== undefined) return refusal(M.noSuchField({ name: unknown }));
    return await callTool(args, tool, given);
  });
  const transport = new Transport({ enableJsonResponse: true });
  await server.connect(transport);
  return await transport.handleRequest(args.request, { parsedBody: message });
}

/** Loads the package with the first message: it takes 0.1 s, and few processes need it. */
async function loadSdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport: Transport }, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/index.js"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return { Server, Transport, ...types };
}

/** Calls the path as `/v1` would be called: with its checks, limits and refusals. */
async function callTool(
  { request, context }: RouteArgs,
  { path, method, operation, answer, isKeyed, params: names }: DeclaredTool,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const { confirm, ...input } = given;
  const params = Object.fromEntries(names.map((name) => [name, textOf(input[name])]));
  const rest = Object.entries(input).filter(([name, value]) => !names.includes(name) && value !== undefined);
  const url = new URL(
    path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
    env.APP_ORIGIN,
  );
  if (!hasBody(method)) for (const [name, value] of rest) url.searchParams.set(name, textOf(value));
  const headers = new Headers({ Authorization: request.headers.get("Authorization") ?? "" });
  if (isKeyed && input["idempotency_key"] !== undefined)
    headers.set("Idempotency-Key", headerText(textOf(input["idempotency_key"])));
  if (hasBody(method)) headers.set("Content-Type", "application/json");
  const body = hasBody(method) ? { body: JSON.stringify(Object.fromEntries(rest)) } : {};
  const made = new Request(url, { method, headers, ...body });
  const price = operation.tool?.price !== undefined && confirm !== true;
  return resultOf(await answer({ request: made, context, params }, { price }));
}

/** A refusal becomes a tool's error, with the message of `/v1`. */
async function resultOf(response: Response): Promise<CallToolResult> {
  const body: unknown = await response.json();
  const members = Array.isArray(body) ? { items: body } : (body as Record<string, unknown>);
  const isRefused = !response.ok || ("retcode" in members && members["retcode"] !== "OK");
  const text = isRefused ? textOf(members["human_readable_message"]) : JSON.stringify(body);
  return { content: [{ type: "text", text }], structuredContent: members, isError: isRefused };
}

function refusal(text: string): CallToolResult {
  const structuredContent = { retcode: "ERROR", human_readable_message: text };
  return { content: [{ type: "text", text }], structuredContent, isError: true };
}

/** Escapes characters that a header may not contain; equal texts stay equal. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]/gu, encodeURIComponent);

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
