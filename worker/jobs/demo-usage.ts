import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import { HAS_PRO } from "~/usage/plan-sql";
import { ingestEvents } from "~/usage/ingest-events.server";
import { env } from "~/platform/env.server";
import { chanceOf } from "~/platform/chance";
import { DEMO_DOMAIN } from "../../prisma/seed-history/customers";
import { demoEvent, type DemoEvent, type DemoUser } from "../../prisma/seed-usage/one-event";
import { DEMO_SOURCE } from "../../prisma/seed-usage/seed-usage";

/**
 * Keeps the charts of a demo moving: sends an event of its users from "Demo gateway", as long as that source exists.
 * Never without demo mode, and not with DEMO_USAGE=0.
 */
export async function addDemoUsage({ now }: { now: Date }): Promise<void> {
  if (!env.MILLRACE_DEMO || !env.DEMO_USAGE) return;
  const chance = chanceOf(now.getTime());
  const [source] = await db.query<{ id: number }>(
    `select id from usage_source where name = $1 and revoked_at is null order by id limit 1`,
    [DEMO_SOURCE],
  );
  const emails = await listUsers();
  const [first, ...rest] = emails.keys();
  if (!source || !first) return;
  const event = demoEvent(chance, chance.one([first, ...rest]), now, now);
  await ingestEvents({ sourceId: source.id, events: [sent(event, emails)], validate: false, now });
}

/** Builds the body that a gateway would send to POST /v1/usage. */
function sent(event: DemoEvent, emails: ReadonlyMap<DemoUser, string>) {
  return {
    key: `demo-live-${randomUUID()}`,
    ts: event.ts.toISOString(),
    model: event.model,
    user: emails.get(event.user),
    kind: event.kind,
    calls: event.calls,
    prompt_tokens: event.prompt,
    generated_tokens: event.generated,
    cache_read_input_tokens: event.cacheRead,
    cache_creation_input_tokens: event.cacheCreation,
    completed: event.completed,
    latency_ms: event.latencyMs,
    batch_size: event.batchSize ?? undefined,
    gpus: event.gpus ?? undefined,
    busy_pct: event.busyPct ?? undefined,
    client_version: event.clientVersion,
  };
}

/** Lists users of the demo only, never a registered user; paying ones send more at once. */
async function listUsers(): Promise<Map<DemoUser, string>> {
  const rows = await db.query<{ userId: number; tenantId: number; email: string; pro: boolean }>(
    `select id as "userId", tenant_id as "tenantId", coalesce(email, '') as email, ${HAS_PRO} as pro
     from user_account u where state = 'active' and (email like '%@millrace.example' or email like '%@${DEMO_DOMAIN}') order by id`,
  );
  return new Map(rows.map(({ email, pro, ...user }, place) => [{ ...user, place, appetite: pro ? 3 : 0.6 }, email]));
}
