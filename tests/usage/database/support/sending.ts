import { db } from "~/platform/db.server";
import { encrypt, hashOfSecret, randomSecret } from "~/platform/secret.server";
import { call, type CallOptions, read } from "../../../contract/support/call";
import type { TenantInWorld } from "../../../support/world";

export interface Taken {
  retcode: string;
  accepted: number;
  duplicates: number;
  rejected: { index: number; key: string; human_readable_message: string }[];
}

let keys = 0;

/** A valid event. */
export function anEvent(user: TenantInWorld | string, more: object = {}) {
  return {
    key: `e-${(keys += 1)}`,
    ts: Math.floor(Date.now() / 1000) - 10,
    model: "code-7b",
    user: typeof user === "string" ? user : user.email,
    kind: "chat",
    prompt_tokens: 100,
    generated_tokens: 20,
    coins: 50,
    ...more,
  };
}

/** Sends events and reads the answer. */
export async function send(key: string, events: readonly unknown[], more: CallOptions & { path?: string } = {}) {
  const { path = "/v1/usage", ...options } = more;
  const response = await call(path, { key, json: { events }, ...options });
  return { status: response.status, headers: response.headers, body: await read<Taken>(response) };
}

/** A service key without a source, from before sources existed. */
export async function aServiceKey({ tenantId, userId }: Pick<TenantInWorld, "tenantId" | "userId">): Promise<string> {
  const key = `mr_${randomSecret()}`;
  await db.query(
    `insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4) values ($1, $2, 'usage', $3, $4, $5)`,
    [tenantId, userId, hashOfSecret(key), encrypt(key), key.slice(-4)],
  );
  return key;
}

/** Stored events and coins by tenant. */
export async function storedOf(tenantId: number): Promise<{ events: number; coins: number }> {
  const [row] = await db.query<{ events: number; coins: number }>(
    `select count(*)::int as events, coalesce(sum(coins), 0)::float8 as coins from usage_event where tenant_id = $1`,
    [tenantId],
  );
  return row ?? { events: 0, coins: 0 };
}

export async function meterOf(tenantId: number): Promise<{ unposted: number; monthCoins: number }> {
  const [row] = await db.query<{ unposted: number; monthCoins: number }>(
    `select unposted::float8 as unposted, month_coins::float8 as "monthCoins" from coin_meter where tenant_id = $1`,
    [tenantId],
  );
  return row ?? { unposted: 0, monthCoins: 0 };
}
