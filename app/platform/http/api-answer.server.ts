import { isLocked } from "~/platform/locked.server";
import { isDatabaseDown } from "./database-fault.server";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import type { Answer, Operation } from "./api-operation.server";
import { log } from "./log.server";
import { securityHeaders } from "./security-headers.server";

type Rules = Pick<Operation, "ours" | "status" | "alwaysFailed" | "present">;

/** The envelope of success: `retcode` and the members, a bare array, or an unchanged Response (0.3). */
export function answerOk(answer: Answer, headers: Headers, rules: Rules): Response {
  if (answer instanceof Response) return answer;
  if (Array.isArray(answer)) return Response.json(answer, { headers });
  const body = { retcode: "OK", ...answer };
  return Response.json(rules.present?.(body) ?? body, { status: rules.status ?? 200, headers });
}

/** The envelope of everything else, with the status of Rule H (0.4). */
export function answerError(error: unknown, requestId: string, rules: Rules): Response {
  const refusal = error instanceof Refusal ? error : faultOf(error, requestId);
  const { retcode = "ERROR", fields, body, headers } = refusal.details;
  const ours = rules.ours ?? false;
  const members: Record<string, unknown> = {
    retcode: rules.alwaysFailed ? "FAILED" : retcode,
    human_readable_message: refusal.message,
    ...(ours && fields ? { fields } : {}),
    ...body,
  };
  const status = refusal.details.status ?? (ours ? 422 : 200);
  return Response.json(rules.present?.(members) ?? members, { status, headers });
}

/** Headers that every answer of a JSON path has (0.3, 0.10). */
export function withStandardHeaders(response: Response, requestId: string): Response {
  for (const [name, value] of Object.entries(securityHeaders())) response.headers.set(name, value);
  response.headers.set("X-Request-Id", requestId);
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return response;
}

/** Logs a fault in full and discloses nothing: the answer names the log line (M10), or asks to retry (M11). */
function faultOf(error: unknown, requestId: string): Refusal {
  if (isDatabaseDown(error) || isLocked(error)) {
    log.warn({ requestId, err: error }, "the database did not answer");
    return new Refusal(M.busy, { retcode: "FAILED", status: 503 });
  }
  log.error({ requestId, err: error }, "a request failed");
  return new Refusal(M.fault({ request_id: requestId }), { retcode: "FAILED", status: 500 });
}
