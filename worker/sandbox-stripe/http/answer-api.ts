import type { IncomingMessage, ServerResponse } from "node:http";
import { api } from "../api";
import type { Faults } from "../control/faults";
import type { Sandbox } from "../state/sandbox";
import type { Answer, Idempotency } from "../wire/idempotency";
import { render } from "../wire/render";
import { spec } from "../wire/spec";
import { StripeError } from "../wire/stripe-error";
import { type Call, readCall } from "./call";

export interface ApiParts {
  sandbox: Sandbox;
  faults: Faults;
  idempotency: Idempotency;
  /** Stores a request's changes before it is answered. */
  flush: () => Promise<void>;
}

const FAULT = new StripeError(500, "An unknown error occurred.", { type: "api_error" });
const TOO_MANY = new StripeError(
  429,
  "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
  { code: "rate_limit" },
  { kept: false },
);

const WRONG_KEY = new StripeError(401, "Invalid API Key provided: sk_test_*****box", {}, { kept: false });
const NO_PERMISSION = new StripeError(
  403,
  "The provided key 'rk_test_*****box' does not have the required permissions for this endpoint.",
  {},
  { kept: false },
);

/** Answers one API request: by an ordered fault, the key's first answer, or the operation. */
export async function answerApi(
  parts: ApiParts,
  given: { request: IncomingMessage; response: ServerResponse; url: URL; body: string },
): Promise<void> {
  const { sandbox, faults } = parts;
  const { request, response, url, body } = given;
  const id = sandbox.nextId("req");
  const what = `${request.method} ${url.pathname}`;
  try {
    if (faults.take("cut_before", what)) return void request.socket.destroy();
    if (faults.take("rate_limit", what)) throw TOO_MANY;
    if (faults.take("key_refused", what)) throw WRONG_KEY;
    if (faults.take("key_forbidden", what)) throw NO_PERMISSION;
    const call = readCall(request, url, body);
    const answer = await answerOnce(parts, { call, what, id });
    // Answers only once the change is stored; a failed write is repeated with the next change.
    await parts.flush().catch(() => {
      throw FAULT;
    });
    if (faults.take("cut_after", what)) return void request.socket.destroy();
    say(response, { ...answer, id, key: call.idempotencyKey });
  } catch (error) {
    if (!(error instanceof StripeError)) sandbox.note(what, String(error instanceof Error ? error.stack : error));
    const shown = error instanceof StripeError ? error : FAULT;
    const failure = { status: shown.status, body: JSON.stringify(shown.body()), replayed: false };
    say(response, { ...failure, id, key: null });
  }
}

async function answerOnce(
  { sandbox, faults, idempotency }: ApiParts,
  { call, what, id }: { call: Call; what: string; id: string },
): Promise<Answer> {
  const { idempotencyKey: key, asText } = call;
  const before = key === null ? null : idempotency.begin(key, asText);
  if (before) return before;
  try {
    const delayMs = faults.take("delay", what)?.delayMs ?? 0;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (faults.take("error_before", what)) throw new StripeError(500, FAULT.message, FAULT.details, { kept: false });
    sandbox.request = { id, idempotency_key: key };
    const ran = answerNow(sandbox, call);
    const failed = faults.take("error_after", what) !== null;
    const answer = failed ? { status: 500, body: JSON.stringify(FAULT.body()), kept: true } : ran;
    if (key !== null && answer.kept) idempotency.keep(key, asText, answer);
    return { ...answer, replayed: false };
  } finally {
    sandbox.request = null;
    if (key !== null) idempotency.finish(key);
  }
}

/** Runs synchronously, so that no other request sees half of it. */
function answerNow(sandbox: Sandbox, call: Call): { status: number; body: string; kept: boolean } {
  const { operation, params, path, expand } = call;
  const run = api[operation.id];
  try {
    if (!run) throw new StripeError(501, `The sandbox does not know ${operation.id} yet.`, { type: "api_error" });
    const answer = render(sandbox.store, run(sandbox, params, path), expand);
    sandbox.checkAnswer(operation.id, operation.answerPointer, answer);
    return { status: 200, body: JSON.stringify(answer), kept: true };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    sandbox.checkAnswer(`error of ${operation.id}`, "/components/schemas/Error", error.body());
    return { status: error.status, body: JSON.stringify(error.body()), kept: error.kept };
  }
}

function say(response: ServerResponse, answer: Answer & { id: string; key: string | null }): void {
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "request-id": answer.id,
    "stripe-version": spec.info.version,
    ...(answer.key === null ? {} : { "idempotency-key": answer.key }),
    ...(answer.replayed ? { "idempotent-replayed": "true" } : {}),
  });
  response.end(answer.body);
}
