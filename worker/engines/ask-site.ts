import type { z } from "zod";
import { EngineUnknown } from "~/compute/engine";
import { tokenEndMs, whyNotUrl } from "~/compute/engine-access";

const LIMIT_MS = 8_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Access to a site's engine. */
export interface SiteAccess {
  url: string;
  token: string;
  /** By the control plane's clock. */
  now: () => Date;
  limitMs?: number;
  /** Certificates (PEM) of the site's own authority, the only ones trusted then; omitted: public ones are trusted. */
  ca?: string | undefined;
}

interface SiteRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/**
 * Sends one request. The answer's body is read with `partsOf`, within the same time.
 * @throws EngineUnknown when the token must not be sent, or the answer leads elsewhere; Error when there is no answer.
 */
export async function askSite(access: SiteAccess, { method, path, headers, body }: SiteRequest): Promise<Response> {
  const { url, token, now, ca, limitMs = LIMIT_MS } = access;
  const why = whyNotUrl(url) || whyNotToken(token, now());
  if (why) throw new EngineUnknown(why);
  const response = await fetch(`${url.replace(/\/$/, "")}${path}`, {
    method,
    headers: {
      ...{ accept: "application/json", ...headers },
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // Bun's own. Node does not know it, and refuses a certificate of the site's own authority.
    ...(ca ? { tls: { ca } } : {}),
    // The token is for the stored address only.
    redirect: "manual",
    signal: AbortSignal.timeout(limitMs),
  });
  if (response.status >= 300 && response.status < 400 && response.status !== 304) {
    await response.body?.cancel();
    throw new EngineUnknown("it leads to another address");
  }
  return response;
}

/** The text of an answer as it arrives; a reader can stop at any point. @throws EngineUnknown when it is too long. */
export async function* partsOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new EngineUnknown("its answer is longer than 64 MiB");
    yield decoder.decode(part, { stream: true });
  }
}

function whyNotToken(token: string, now: Date): string {
  const endMs = tokenEndMs(token);
  return endMs === null || endMs > now.getTime() ? "" : `its token ended at ${new Date(endMs).toISOString()}`;
}

/** @throws EngineUnknown if an answer does not match the schema. */
export function readAs<Schema extends z.ZodType>(content: unknown, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new EngineUnknown(`its answer cannot be read: ${issue?.path.join(".")}: ${issue?.message}`);
}
