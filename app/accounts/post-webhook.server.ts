import http from "node:http";
import https from "node:https";
import ipaddr from "ipaddr.js";
import { BODY_BYTES, shownBody } from "./inside/endpoints/shown-body";
import { findAddress, NotSent, type Resolve } from "./inside/endpoints/find-address.server";
import { hostOf } from "./endpoint-url";

const TIMEOUT_MS = 15_000;
const LAST_OF_GOOD = 299;

interface Sent {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The number of the try. */
  attempt: number;
  loopback: boolean;
  /** Different in tests. */
  timeoutMs?: number | undefined;
  resolve?: Resolve | undefined;
  /** An additional certificate authority to trust. */
  ca?: string | undefined;
}

export interface Answered {
  /** Null: no answer. */
  status: number | null;
  /** Why it failed; empty if it was accepted. */
  error: string;
  durationMs: number;
  body: string;
}

/**
 * Sends one webhook and reads the beginning of the answer (15.3). Connects to the very address that was checked, so
 * that a DNS change in between has no effect, and follows no redirect. Never throws: every failure is reported to the
 * receiver's owner.
 */
export async function postWebhook(sent: Sent): Promise<Answered> {
  const startedMs = performance.now();
  const timeoutMs = sent.timeoutMs ?? TIMEOUT_MS;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), timeoutMs);
  const took = () => Math.round(performance.now() - startedMs);
  try {
    const url = new URL(sent.url);
    const address = await inTime(findAddress({ ...sent, url }), end.signal);
    const { status, body } = await ask(url, address, sent, end.signal);
    return { status, error: errorOf(status), durationMs: took(), body: shownBody(body) };
  } catch (error) {
    const reason = error instanceof Late ? `No answer within ${timeoutMs / 1000} seconds.` : wordsOf(error);
    return { status: null, error: reason, durationMs: took(), body: "" };
  } finally {
    clearTimeout(timer);
    // Also aborts open connections: an endless answer, a hanging connection.
    end.abort();
  }
}

class Late extends Error {}

async function inTime<Value>(looked: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const late = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Late())));
  return await Promise.race([looked, late]);
}

/** @throws Late if no status arrived in time; a status counts even if the body hangs (15.4). */
function ask(url: URL, address: string, sent: Sent, signal: AbortSignal): Promise<{ status: number; body: Buffer }> {
  const name = hostOf(url);
  const secure = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    let endRead = () => reject(new Late());
    signal.addEventListener("abort", () => endRead());
    const request = (secure ? https : http).request(
      {
        host: address,
        port: url.port || (secure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        method: "POST",
        // The certificate must match the host name; an IP address has none.
        ...(secure ? { servername: ipaddr.isValid(name) ? "" : name, ca: sent.ca } : {}),
        headers: { ...sent.headers, Host: url.host, "Content-Length": Buffer.byteLength(sent.body) },
        agent: false,
        signal,
      },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        const done = () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) });
        endRead = done;
        response.on("data", (part: Buffer) => {
          parts.push(part);
          bytes += part.length;
          if (bytes < BODY_BYTES) return;
          done();
          response.destroy();
        });
        response.on("end", done);
        // The status counts; the rest of the body is only for people.
        response.on("error", done);
        response.on("close", done);
      },
    );
    request.on("error", reject);
    request.end(sent.body);
  });
}

function errorOf(status: number): string {
  if (status >= 200 && status <= LAST_OF_GOOD) return "";
  return status >= 300 && status < 400 ? "Redirects are not followed." : `The answer was ${status}.`;
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before an answer.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  ETIMEDOUT: "The host cannot be reached.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is signed by an unknown authority.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is signed by an unknown authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate is signed by an unknown authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate is signed by an unknown authority.",
};

function wordsOf(error: unknown): string {
  if (error instanceof NotSent) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return WORDS[code] ?? `The connection failed${/^\w{1,50}$/.test(code) ? ` (${code})` : ""}.`;
}
