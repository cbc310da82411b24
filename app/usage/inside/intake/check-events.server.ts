import { transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { type ReadEvent, readEvent } from "./event";
import { intakeMessages } from "~/usage/intake-messages";
import { priceEvents } from "./price-events.server";
import { eventsIn, valueInText } from "~/usage/sent-events.server";
import { checkBatch } from "./store-batches.server";

const MOST_EVENTS = 1000;
/** Rejected events that are listed one by one. */
const SHOWN = 20;
/** An id that no source has, under which no event key is known. */
const NO_SOURCE = 0;
const UNREADABLE = "This is not JSON: paste an event, a list of events, or a batch with events.";

/** Checks events without storing them (A2). */
export interface CheckedEvents {
  accepted: number;
  duplicates: number;
  rejected: { index: number; key: string; message: string }[];
  events: CheckedEvent[];
}

/** A parsed event. */
export interface CheckedEvent {
  index: number;
  key: string;
  model: string;
  user: string;
  kind: string;
  prompt: number;
  generated: number;
  coins: number;
  unpriced: boolean;
}

/**
 * Judges a text as if it had been sent, in any accepted form; nothing is stored.
 * @throws Refusal of the field `text`.
 */
export async function checkEvents({
  text,
  sourceId,
  now,
}: {
  text: string;
  sourceId: number | null;
  now: Date;
}): Promise<CheckedEvents> {
  const value = valueInText(text);
  if (value === undefined) throw Refusal.ofField("text", UNREADABLE);
  const given = eventsIn(value) ?? [value];
  if (given.length === 0 || given.length > MOST_EVENTS) throw Refusal.ofField("text", intakeMessages.noEvents);
  const batch = {
    sourceId: sourceId ?? NO_SOURCE,
    events: given.map((one) => readEvent(one, now)),
    receivedAt: now,
  };
  const { accepted, duplicates, rejected } = await checkBatch(batch);
  return {
    accepted,
    duplicates,
    rejected: rejected.map(({ index, key, human_readable_message: message }) => ({ index, key, message })),
    events: await priced(batch.events),
  };
}

async function priced(read: readonly ReadEvent[]): Promise<CheckedEvent[]> {
  const understood = read.flatMap(({ event }, index) => (event ? [{ event, index }] : [])).slice(0, SHOWN);
  const nobody = { userId: 0, tenantId: 0, batch: { sourceId: NO_SOURCE, events: [], receivedAt: new Date(0) } };
  const prices = await transaction((tx) =>
    priceEvents(
      tx,
      understood.map(({ event }) => ({ event, ...nobody })),
    ),
  );
  return understood.map(({ event, index }, place) => ({
    index,
    key: event.key,
    model: event.model,
    user: event.user,
    kind: event.kind,
    prompt: event.promptTokens,
    generated: event.generatedTokens,
    coins: Number(prices[place]?.coins ?? 0n),
    unpriced: prices[place]?.unpriced ?? false,
  }));
}
