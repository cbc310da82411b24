import type { Tx } from "~/platform/db.server";
import { encrypt, hashOfSecret, randomSecret } from "~/platform/secret.server";
import type { KeyKind } from "./find-api-key.server";
import type { KeyScope } from "./key-scopes";

interface NamedKey {
  name: string;
  scopes: readonly KeyScope[];
  networks: readonly string[];
  expiresAt: Date | null;
  /** The line of the key that it replaces; or, for a new line, its limits in cents (16.11). */
  line: number | { dayCents: number | null; totalCents: number | null };
}

interface NewKey {
  kind: KeyKind;
  tenantId: number;
  /** The user the key acts for. */
  userId: number;
  now: Date;
  /** The whole key; a random one without it. */
  secret?: string | undefined;
  /** Set for a named key only. */
  named?: NamedKey;
  workspaceId?: number | null;
  sourceId?: number | null;
}

/** Kinds that a screen shows again; other kinds are stored as a hash only. */
const SHOWN_AGAIN: readonly KeyKind[] = ["full", "inference"];

/**
 * Creates a key of any kind: `mr_` and 43 characters (0.5). Only this function inserts keys. Returns the whole key.
 * `keyId` is null if the tenant already has the one key of this kind, such as a waiting key.
 */
export async function insertKey(tx: Tx, given: NewKey): Promise<{ key: string; keyId: number | null }> {
  const { kind, tenantId, userId, now, named, workspaceId = null, sourceId = null } = given;
  const lineId = named ? await lineOf(tx, tenantId, named.line) : null;
  const key = given.secret ?? `mr_${randomSecret()}`;
  const encrypted = SHOWN_AGAIN.includes(kind) ? encrypt(key) : null;
  const [made] = await tx.query<{ id: number }>(
    `insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4, created_at, workspace_id, source_id,
       name, scopes, networks, expires_at, line_id)
     values ($tenantId, $userId, $kind, $hash, $encrypted, $last4, $now, $workspaceId, $sourceId, $name, $scopes, $networks,
       $expiresAt, $lineId) on conflict do nothing returning id`,
    {
      ...{
        tenantId,
        userId,
        kind,
        hash: hashOfSecret(key),
        encrypted,
        last4: key.slice(-4),
        now,
        workspaceId,
        sourceId,
      },
      name: named?.name ?? "",
      scopes: named?.scopes ?? [],
      networks: named?.networks ?? [],
      expiresAt: named?.expiresAt ?? null,
      lineId,
    },
  );
  return { key, keyId: made?.id ?? null };
}

async function lineOf(tx: Tx, tenantId: number, line: NamedKey["line"]): Promise<number> {
  if (typeof line === "number") return line;
  const [made] = await tx.query<{ id: number }>(
    `insert into key_line (tenant_id, day_cents, total_cents) values ($1, $2, $3) returning id`,
    [tenantId, line.dayCents, line.totalCents],
  );
  if (!made) throw new Error("the new line of keys has no id");
  return made.id;
}
