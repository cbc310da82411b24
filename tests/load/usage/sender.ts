import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import { hashOfSecret } from "~/platform/secret.server";
import { MODELS, USERS } from "./world";

/** Sends bodies to POST /v1/usage of a web process; throws unless every event is accepted. */
export type Send = (body: string, count: number) => Promise<void>;

/** A sender with its own service key. */
export async function aSender(origin: string): Promise<Send> {
  const key = await plantKey();
  return async (body, count) => {
    const response = await fetch(`${origin}/v1/usage`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body,
    });
    const answer = (await response.json()) as { accepted?: number };
    if (answer.accepted !== count)
      throw new Error(`answered ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`);
  };
}

/** Builds events as a gateway would send them. */
export function aBody(count: number, more: object = {}): string {
  return JSON.stringify({ events: Array.from({ length: count }, () => ({ ...anEvent(), ...more })) });
}

function anEvent() {
  return {
    key: randomUUID(),
    ts: Math.floor(Date.now() / 1000),
    model: modelCalled(Math.floor(Math.random() * MODELS)),
    user: `bench-user-${1 + Math.floor(Math.random() * USERS)}@bench.example`,
    kind: "chat",
    prompt_tokens: 1200,
    generated_tokens: 300,
    cache_read_input_tokens: 400,
    coins: 900,
    latency_ms: 850,
  };
}

/** The names that `fillUsers` gave them. */
const modelCalled = (place: number) => `vendor-${(1 + place) % 7}/model_${1 + place}.x`;

/** A service key with its source. */
async function plantKey(): Promise<string> {
  const key = `mr_${randomUUID().replaceAll("-", "").padEnd(43, "x")}`;
  await db.query(
    `with admin as (
       update user_account set role = 'admin' where id = (select min(id) from user_account) returning id, tenant_id
     ), source as (
       insert into usage_source (name, created_by) select 'bench', id from admin returning id)
     insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4, source_id)
     select admin.tenant_id, admin.id, 'usage', $1, '', 'xxxx', source.id from admin, source`,
    [hashOfSecret(key)],
  );
  return key;
}
