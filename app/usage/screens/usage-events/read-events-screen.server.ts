import { findFiltered } from "~/usage/inside/figures/find-filtered.server";
import { type EventPlace, type EventRow, listEvents } from "~/usage/inside/figures/list-events.server";
import { listModelNames } from "~/usage/inside/figures/names.server";
import { askedUsage } from "~/usage/inside/figures/usage-filter";
import { askedDay, placeText, spanOf } from "./asked-events";

const PAGE_SIZE = 25;

interface Asked {
  search: URLSearchParams;
  now: Date;
}

export async function readEventsScreen({ search, now }: Asked) {
  const filter = askedUsage(search);
  const { before, ...asked } = askedDay(search, now);
  const [{ rows, problems }, offered] = await Promise.all([
    readPage({ search, now }, before, PAGE_SIZE + 1),
    listModelNames(),
  ]);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    asked,
    filter,
    problems,
    offered,
    rows: shown.map(viewOf),
    /** `paged` is true if newer events were skipped; `next` is where the next page begins. */
    paged: before !== null,
    older: rows.length > PAGE_SIZE && last ? placeText(last) : null,
  };
}

export async function readPage({ search, now }: Asked, before: EventPlace | null, limit: number) {
  const { kind, failed, ...day } = askedDay(search, now);
  const { problems, ...filtered } = await findFiltered(askedUsage(search));
  const rows = await listEvents({ ...spanOf({ kind, failed, ...day }), filtered, kind, failed, before, limit });
  return { rows, problems };
}

export type EventView = ReturnType<typeof viewOf>;

function viewOf(event: EventRow) {
  const { id, ts, receivedAt, priceFrom, ...rest } = event;
  const { promptTokens, generatedTokens, cacheReadTokens, cacheCreationTokens, coins, ...plain } = rest;
  return {
    ...plain,
    id: String(id),
    tsMs: ts.getTime(),
    receivedMs: receivedAt.getTime(),
    prompt: Number(promptTokens),
    generated: Number(generatedTokens),
    cacheRead: Number(cacheReadTokens),
    cacheCreation: Number(cacheCreationTokens),
    coins: Number(coins),
    priceFrom: priceFrom && priceFrom.getTime() / 1000,
  };
}
