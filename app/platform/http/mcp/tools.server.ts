import { hasBody, type Method, type Operation } from "../api-operation.server";
import { type AnswerPath, declaredAnswers, declaredPaths } from "../api-route.server";
import { pathParameters } from "../openapi/document.server";
import { inputSchema } from "../openapi/input-schema.server";
import type { JsonSchema } from "../openapi/json-schema.server";

const CONFIRM: JsonSchema = {
  type: "boolean",
  default: false,
  description: "Without true the answer is the price, and nothing is spent",
};

/** A tool with the operation that it runs. */
export interface DeclaredTool {
  path: string;
  method: Method;
  operation: Operation;
  answer: AnswerPath;
  /** The operation's header for a repeated request, if it has one. */
  isKeyed: boolean;
  /** Names of the path's parameters. */
  params: string[];
}

/** Every operation that declares a tool, by the tool's name. */
export function declaredTools(): Map<string, DeclaredTool> {
  const found = [...declaredPaths].flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const answer = declaredAnswers.get(path);
      if (!operation.tool || !answer) return [];
      const params = pathParameters(path).map(({ name }) => name);
      const isKeyed = operation.headers?.["Idempotency-Key"] !== undefined;
      return [[operation.tool.name, { path, method: method as Method, operation, answer, isKeyed, params }] as const];
    }),
  );
  return new Map(found);
}

/** Describes a tool by the words and schemas of `/openapi.json`. */
export function describeTool([name, { path, method, operation, isKeyed }]: [string, DeclaredTool]) {
  const { purpose, tool, changesState } = operation;
  const input = inputSchema(operation);
  const reads = !hasBody(method) && !changesState;
  const ofPath = pathParameters(path).map((one) => [one.name, one.schema] as const);
  const confirms = tool?.price !== undefined;
  return {
    name,
    description: confirms
      ? `${purpose}. It spends money: the first answer is the price, until confirm is true.`
      : purpose,
    inputSchema: {
      type: "object" as const,
      properties: {
        ...Object.fromEntries(ofPath),
        ...(isKeyed ? { idempotency_key: REPEATED } : {}),
        ...input?.properties,
        ...(confirms ? { confirm: CONFIRM } : {}),
      },
      required: [...ofPath.map(([param]) => param), ...(input?.required ?? [])],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: reads, destructiveHint: tool?.ends ?? false, openWorldHint: false },
  };
}

const REPEATED: JsonSchema = {
  type: "string",
  description: "The same request with it within 24 h gives the first answer again",
};
