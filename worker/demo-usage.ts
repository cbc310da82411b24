import { db, transaction } from "~/db.server";
import { env } from "~/env.server";
import { chanceOf } from "../prisma/seed-history/chance";
import { DEMO_DOMAIN } from "../prisma/seed-history/customers";
import { demoEvent, type DemoEvent, type DemoUser } from "../prisma/seed-usage/one-event";
import { DEMO_SOURCE } from "../prisma/seed-usage/seed-usage";
import { writeEvents } from "../prisma/seed-usage/write-events";
import { log } from "./log";

const [LEAST_MS, MOST_MS] = [2_000, 5_000];
const MOST_EVENTS = 4;

/**
 * Keeps the charts of a demo moving: every few seconds some events of its users come from "Demo gateway", as long as that is
 * there. Never without demo mode, and not with DEMO_USAGE=0.
 */
export function startDemoUsage(): { stop: () => Promise<void> } {
  if (!env.MILLRACE_DEMO || !env.DEMO_USAGE) return { stop: async () => {} };
  const chance = chanceOf(Date.now());
  let failing = false;
  let sending: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const later = () => {
    timer = setTimeout(() => (sending = once()), chance.whole(LEAST_MS, MOST_MS));
  };
  const once = async () => {
    try {
      await sendSome(chance);
      failing = false;
    } catch (error) {
      // Said once: an outage of the database would fill the log.
      if (!failing) log.warn({ err: error }, "the demo's usage does not come in, trying again");
      failing = true;
    }
    if (timer) later();
  };
  later();
  return {
    stop: async () => {
      if (timer) clearTimeout(timer);
      timer = null;
      await sending;
    },
  };
}

async function sendSome(chance: ReturnType<typeof chanceOf>): Promise<void> {
  const [source] = await db.query<{ id: number }>(
    `select id from usage_source where name = $1 and revoked_at is null order by id limit 1`,
    [DEMO_SOURCE],
  );
  const [first, ...rest] = await listUsers();
  if (!source || !first) return;
  const now = new Date();
  const events = Array.from({ length: chance.whole(1, MOST_EVENTS) }, () =>
    demoEvent(chance, chance.one([first, ...rest]), now, now),
  );
  await send(source.id, events, now);
}

/** Gives events to the product as a gateway would. */
async function send(sourceId: number, events: readonly DemoEvent[], now: Date): Promise<void> {
  await db.query(`select ensure_usage_day(($1::timestamptz at time zone 'UTC')::date)`, [now]);
  await transaction((tx) => writeEvents(tx, { sourceId, prefix: `demo-live-${now.getTime()}-`, events }));
}

/** Users of the demo alone, never somebody who registered; those who pay send more at once. */
async function listUsers(): Promise<DemoUser[]> {
  const rows = await db.query<{ userId: number; tenantId: number; pro: boolean }>(
    `select id as "userId", tenant_id as "tenantId", codify_subscription_status in ('active', 'trial', 'past_due') as pro
     from user_account where state = 'active' and (email like '%@millrace.example' or email like '%@${DEMO_DOMAIN}') order by id`,
  );
  return rows.map(({ userId, tenantId, pro }, place) => ({ userId, tenantId, place, appetite: pro ? 3 : 0.6 }));
}
