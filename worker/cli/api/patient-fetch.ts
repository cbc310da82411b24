import { setTimeout as wait } from "node:timers/promises";
import { EXIT, Failure } from "../failure";

const ANSWER_WITHIN_MS = 30_000;
const WAITS_MS = [300, 1_500];
/** The longest pause that we wait without asking the user. */
const RETRY_AFTER_MAX_S = 5;

interface Patience {
  fetch?: (request: Request) => Promise<Response>;
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Creates a fetch that retries reads and idempotent requests after a short network or server failure. @throws Failure
 * when the server does not answer
 */
export function patientFetch({ fetch: send = fetch, pause = wait }: Patience = {}) {
  return async (request: Request): Promise<Response> => {
    const waits = maySendTwice(request) ? WAITS_MS : [];
    for (let tries = 0; ; tries += 1) {
      const ms = waits[tries];
      try {
        const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
        const response = await send(new Request(request.clone(), { signal }));
        // An answer that is cut off counts as lost.
        await response.clone().arrayBuffer();
        if (ms === undefined || !isPassing(response)) return response;
        await pause(Math.max(ms, Number(response.headers.get("Retry-After") ?? 0) * 1000));
      } catch (error) {
        if (ms === undefined) throw unreachable(request, error);
        await pause(ms);
      }
    }
  };
}

type Sent = Pick<Request, "url" | "method" | "headers">;

function maySendTwice({ method, headers }: Sent): boolean {
  return method === "GET" || headers.has("Idempotency-Key");
}

/** The server is busy or restarting, for a few seconds. */
function isPassing({ status, headers }: Response): boolean {
  return [429, 502, 503, 504].includes(status) && Number(headers.get("Retry-After") ?? 0) <= RETRY_AFTER_MAX_S;
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: "it refuses connections",
  ConnectionRefused: "it refuses connections",
  ENOTFOUND: "the host is unknown",
  EAI_AGAIN: "the DNS server does not answer",
  ECONNRESET: "the connection was lost",
  ConnectionClosed: "the connection was lost",
  ETIMEDOUT: "it does not answer",
  TimeoutError: "it did not answer within 30 s",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

/** Explains why a request got no answer and what to check. */
export function unreachable(request: Sent, error: unknown): Failure {
  const codes = causesOf(error).flatMap(({ code, name }) => [code, name]);
  const known = codes.find((code) => typeof code === "string" && code in WORDS);
  const why = known ? WORDS[String(known)] : String(causesOf(error).at(-1)?.message ?? "it does not answer");
  return new Failure(`Cannot reach ${new URL(request.url).origin}: ${why}.`, {
    code: EXIT.unreachable,
    hint: hintFor(request, "Check your network and the address (`millrace whoami`), then try again."),
  });
}

/** The failure of a request that something else than Millrace answered. */
export function notMillrace(request: Sent, status: number): Failure {
  const message = `${new URL(request.url).origin} answered ${status}, but it does not seem to be Millrace.`;
  const hint = hintFor(request, "Check the address: `millrace whoami` shows it.");
  return new Failure(message, { code: EXIT.unreachable, hint });
}

/** A request with an idempotency key creates something each time that a user repeats the command. */
function hintFor({ headers }: Sent, usual: string): string {
  if (!headers.has("Idempotency-Key")) return usual;
  return "It may have been carried out. Before you repeat it, check `millrace ls` or `millrace volumes ls`.";
}

function causesOf(error: unknown): { code?: unknown; name?: unknown; message?: unknown }[] {
  if (typeof error !== "object" || error === null) return [];
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] };
  return [error, ...causesOf(cause), ...(errors ?? []).flatMap(causesOf)];
}
