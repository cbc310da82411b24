import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { utcMinute } from "~/platform/utc-moment";
import type { FoundKey } from "./find-api-key.server";
import { isWithin } from "./inside/api-keys/key-networks";
import type { NeededScope } from "./key-scopes";

/**
 * Refuses an expired or revoked key (401), or one called from a network that it does not list (403). Each refusal says
 * what to do.
 */
export function requireUsable({ ended, networks }: Pick<FoundKey, "ended" | "networks">, address: string): void {
  if (ended?.why === "revoked") throw endedRefusal("key_revoked", M.keyRevoked({ at: utcMinute(ended.at) }));
  if (ended) throw endedRefusal("key_expired", M.keyExpired({ at: utcMinute(ended.at) }));
  if (networks.length > 0 && !isWithin(address, networks))
    throw new Refusal(M.keyFromOtherNetwork({ address }), { status: 403, body: { error: "wrong_network" } });
}

/** Refuses a named key without the scope that the call needs (403). The header names the scope (RFC 6750). */
export function requireScope({ kind, scopes }: Pick<FoundKey, "kind" | "scopes">, needed: NeededScope): void {
  if (kind !== "named" || needed === null || (needed !== "account" && scopes.includes(needed))) return;
  const message = needed === "account" ? M.accountKeyNeeded : M.keyLacksScope({ scope: needed });
  const scope = needed === "account" ? "" : `, scope="${needed}"`;
  throw new Refusal(message, {
    status: 403,
    body: { error: "insufficient_scope" },
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope"${scope}` },
  });
}

function endedRefusal(error: string, message: string): Refusal {
  return new Refusal(message, {
    status: 401,
    body: { error },
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}
