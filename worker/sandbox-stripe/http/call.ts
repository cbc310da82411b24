import type { IncomingMessage } from "node:http";
import { readForm } from "../wire/form-body";
import { type Operation, operations } from "../wire/spec";
import { StripeError } from "../wire/stripe-error";
import { readParams } from "../wire/check";

export interface Call {
  operation: Operation;
  path: Record<string, string>;
  params: Record<string, unknown>;
  expand: string[];
  /** Null without a key, or for requests that may be repeated anyway. */
  idempotencyKey: string | null;
  /** The request as text, the same for the same request. */
  asText: string;
}

/** Reads an API request, or refuses it like Stripe. */
export function readCall(request: IncomingMessage, url: URL, body: string): Call {
  const method = request.method ?? "GET";
  refuseKey(request.headers.authorization);
  const found = findOperation(method, url.pathname);
  if (!found)
    throw new StripeError(
      404,
      `Unrecognized request URL (${method}: ${url.pathname}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      {},
      { kept: false },
    );
  const form = { ...readForm(url.search.slice(1)), ...readForm(body) };
  const params = readParams(found.operation, form);
  const { expand = [], ...rest } = params;
  const key = request.headers["idempotency-key"];
  return {
    ...found,
    params: rest,
    expand: expand as string[],
    idempotencyKey: method === "POST" && typeof key === "string" ? key : null,
    asText: `${method} ${url.pathname} ${JSON.stringify(params)}`,
  };
}

export function findOperation(
  method: string,
  path: string,
): { operation: Operation; path: Record<string, string> } | null {
  for (const operation of operations) {
    const match = operation.method === method ? operation.pattern.exec(path) : null;
    if (match) return { operation, path: decode(match.groups ?? {}) };
  }
  return null;
}

/** Accepts anything like a test key; a real one must never be used here. */
function refuseKey(authorization: string | undefined): void {
  const key = authorization?.replace(/^Bearer /, "") ?? "";
  if (/^(sk|rk)_live_/.test(key))
    throw new StripeError(401, "This is the sandbox of Millrace: it does not accept live keys.", {}, { kept: false });
  if (!/^(sk|rk)_test_\w+/.test(key))
    throw new StripeError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      {},
      { kept: false },
    );
}

function decode(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}
