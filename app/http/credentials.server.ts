import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import type { Account } from "~/domain/users/account.server";
import { findApiKey } from "~/domain/users/find-api-key.server";
import type { Session } from "~/domain/users/session.server";
import { hashOfSecret } from "~/domain/users/secret.server";
import { readSession } from "./session.server";

/**
 * Kinds of section 0.5: P nothing, S session, K API key, V service key.
 * B is a bearer secret that the use-case itself checks: an agent's key (A), an enrolment token (E), METRICS_TOKEN (M).
 */
export type Credential = "P" | "S" | "K" | "V" | "B";

/** Who makes a call. */
export interface Caller {
  account: Account | null;
  session: Session | null;
  /** The secret of kind B. */
  bearer: string | null;
  /** What the general limit counts by; null for a public call without credential. */
  limitKey: string | null;
}

const NOBODY: Caller = { account: null, session: null, bearer: null, limitKey: null };

/** Where a key is accepted the header alone decides, else it is ignored (0.5). Refuses with 401 or 403. */
export async function identify(request: Request, kinds: readonly Credential[]): Promise<Caller> {
  const secret = secretOf(request);
  if (kinds.includes("B")) return bearer(secret);
  if (secret !== null && (kinds.includes("K") || kinds.includes("V"))) return await byKey(secret, kinds);
  const session = kinds.includes("S") || kinds.includes("P") ? await readSession(request) : null;
  if (kinds.includes("S") && session?.account) {
    return {
      account: active(session.account),
      session,
      bearer: null,
      limitKey: `session:${session.sessionId}`,
    };
  }
  if (kinds.includes("P")) return { ...NOBODY, session };
  throw unauthorized();
}

/** 401 with the header that HTTP asks for (0.4). */
export function unauthorized(): Refusal {
  return new Refusal(M.M01, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
}

/** The raw key, or the one after `Bearer` in any case; null without the header. */
function secretOf(request: Request): string | null {
  const header = request.headers.get("Authorization");
  return header === null ? null : header.trim().replace(/^bearer\s+/i, "");
}

function bearer(secret: string | null): Caller {
  if (!secret) throw unauthorized();
  return { ...NOBODY, bearer: secret, limitKey: `bearer:${hashOfSecret(secret)}` };
}

async function byKey(secret: string, kinds: readonly Credential[]): Promise<Caller> {
  const found = await findApiKey({ key: secret });
  if (!found) throw unauthorized();
  const { scope, ...account } = found;
  if (!kinds.includes(scope === "usage" ? "V" : "K")) throw new Refusal(M.M02, { status: 403 });
  return { account: active(account), session: null, bearer: null, limitKey: `user:${account.userId}` };
}

function active(account: Account): Account {
  if (account.state === "suspended") throw new Refusal(M.M13, { status: 403 });
  return account;
}
