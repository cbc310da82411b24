// POST /mcp: a server of the Model Context Protocol, whose tools are operations of this interface.
import { z } from "zod";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { answerMcp } from "~/platform/http/mcp/answer-mcp.server";

const Message = z.looseObject({
  jsonrpc: z.literal("2.0").meta({ description: "Version of JSON-RPC", examples: ["2.0"] }),
});

export const { loader, action } = apiRoute("service/mcp", {
  POST: operation({
    purpose: "Tools for agents by the Model Context Protocol, streamable HTTP without sessions",
    credentials: ["K"],
    need: "own.act",
    scope: "read",
    ours: true,
    input: Message,
    media: "application/json",
    run: async ({ input, request, context }) => await answerMcp({ request, context }, input),
  }),
});
