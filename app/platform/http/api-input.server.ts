import { z } from "zod";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { hasBody, type Operation } from "./api-operation.server";
import { readBody } from "./body.server";
import { cleanValue } from "./clean-text";

/** The checked input: the query of a GET, the body of anything else. Unknown members are ignored, or refused by a strict schema (0.3). */
export async function readInput(request: Request, { input, body }: Operation): Promise<unknown> {
  if (body?.own) return await body.own.read(request);
  const given = hasBody(request.method)
    ? await readBody(request, { ...body, limitBytes: body?.limitBytes ?? env.BODY_KIB * 1024 })
    : query(request);
  if (!(input instanceof z.ZodType)) return {};
  const answer = input.safeParse(given, { error: faultOf });
  if (answer.success) return answer.data;
  throw refusalOf(answer.error);
}

function query(request: Request): Record<string, unknown> {
  const params = new URL(request.url).searchParams;
  const names = [...new Set(params.keys())];
  return cleanValue(Object.fromEntries(names.map((name) => [name, params.get(name)]))) as Record<string, unknown>;
}

const faultOf = (issue: z.core.$ZodRawIssue) =>
  issue.code === "unrecognized_keys" ? M.noSuchField({ name: issue.keys[0] ?? "" }) : M.unreadable;

/** The answer carries the first message; each field keeps its own first one. */
function refusalOf({ issues }: z.ZodError): Refusal {
  const fields: Record<string, string> = Object.create(null);
  for (const issue of issues) {
    const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]] : issue.path;
    fields[path.map(String).join(".") || "body"] ??= issue.message;
  }
  return new Refusal(issues[0]?.message ?? M.unreadable, { fields: { ...fields } });
}
