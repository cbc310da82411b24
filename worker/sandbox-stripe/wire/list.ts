import { missing, refuse } from "./stripe-error";

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;

interface Cursor {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

interface Listed {
  id: string;
  created?: number;
}

export interface Page<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

/** Returns one page, newest first, in Stripe's form. */
export function page<T extends Listed>(oldestFirst: T[], cursor: Cursor, url: string): Page<T> {
  const { limit = LIMIT_DEFAULT, starting_after: after, ending_before: before, created } = cursor;
  if (limit < 1 || limit > LIMIT_MAX) refuse(`Invalid limit: must be between 1 and ${LIMIT_MAX}`, { param: "limit" });
  const all = oldestFirst.filter((entry) => isWithin(entry.created ?? 0, created)).reverse();
  if (before !== undefined) {
    const end = indexOf(all, before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(all, after, "starting_after") + 1;
  return { object: "list", data: all.slice(start, start + limit), has_more: all.length > start + limit, url };
}

export function wholeList<T>(data: T[], url: string): Page<T> {
  return { object: "list", data, has_more: false, url };
}

function isWithin(at: number, range: Cursor["created"]): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return at === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
}

function indexOf(all: Listed[], id: string, param: string): number {
  const found = all.findIndex((entry) => entry.id === id);
  if (found === -1) throw missing("object", id, param);
  return found;
}
