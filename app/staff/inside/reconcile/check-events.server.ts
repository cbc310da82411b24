import { db } from "~/platform/db.server";
import { workOf } from "~/payments/event-work.server";
import { listEvents } from "~/payments/provider-movements.server";
import type { ProviderEvent } from "~/payments/provider-webhook.server";
import { storeEvent } from "~/payments/store-event.server";
import { type Check, figure, type FoundDifference } from "./check-outcome";

const DAY_MS = 24 * 3_600_000;
const OVERLAP_MS = 2 * DAY_MS;
/** The provider stores events for 30 days. */
const KEPT_MS = 30 * DAY_MS;
/** A younger event may still be in transit. */
const ON_ITS_WAY_MS = 10 * 60_000;
const STUCK_AFTER_MS = 30 * 60_000;

/** Compares the provider's events with those that arrived. A missing event is stored and processed like any other. */
export const checkEvents: Check = async ({ now }) => {
  let read = 0;
  const missed: ProviderEvent[] = [];
  for await (const rows of listEvents(await readSince(now))) {
    const due = rows.filter(
      ({ type, createdAt }) => workOf(type) && now.getTime() - createdAt.getTime() > ON_ITS_WAY_MS,
    );
    read += rows.length;
    missed.push(...(await dropKnown(due)));
  }
  for (const event of missed) await storeEvent({ event, now });
  const stuck = await listStuck(new Date(now.getTime() - STUCK_AFTER_MS));
  return {
    figures: [
      figure("Events read", read),
      figure("Fetched by this check", missed.length),
      figure("Not done after 30 minutes", stuck.length),
    ],
    differences: [...missed.map(missedDifference), ...stuck],
  };
};

async function readSince(now: Date): Promise<Date> {
  const [row] = await db.query<{ since: Date | null }>(
    `select coalesce((select answered_at from reconcile_check where name = 'events'),
       (select min(created_at) from payment_customer)) as since`,
  );
  const since = (row?.since ?? now).getTime() - OVERLAP_MS;
  return new Date(Math.max(since, now.getTime() - KEPT_MS));
}

async function dropKnown(events: ProviderEvent[]): Promise<ProviderEvent[]> {
  const known = await db.query<{ event_id: string }>(
    `select event_id from webhook_event where event_id = any($1::text[])`,
    [events.map((event) => event.eventId)],
  );
  const ids = new Set(known.map((row) => row.event_id));
  return events.filter((event) => !ids.has(event.eventId));
}

function missedDifference({ eventId, type, objectId }: ProviderEvent): FoundDifference {
  return {
    kind: "missed",
    subject: eventId,
    text: `${type} about ${objectId} never arrived; it was fetched and is being processed. Look at the webhook's deliveries at the provider.`,
  };
}

async function listStuck(until: Date): Promise<FoundDifference[]> {
  const rows = await db.query<{ event_id: string; type: string; tries: number; error: string }>(
    `select event_id, type, tries, error from webhook_event
     where state = 'received' and received_at < $1 order by received_at, event_id`,
    [until],
  );
  return rows.map(({ event_id: subject, type, tries, error }) => ({
    kind: "stuck",
    subject,
    text: `${type} was tried ${tries} times. ${error}`.trim(),
  }));
}
