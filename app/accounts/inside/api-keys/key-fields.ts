import { hiddenFault } from "~/platform/hidden-characters";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { typedCents } from "~/platform/typed-dollars";
import { MOST_NETWORKS, networkIn } from "./key-networks";
import { type KeyScope, scopesIn } from "~/accounts/key-scopes";

const NAME_MAX = 100;
const DAY_MS = 86_400_000;
const MOST_DAYS = 3_653;
const LEAST_LIMIT_CENTS = 1_00;
const MOST_LIMIT_CENTS = 1_000_000_00;

/** The input for a new named key, from a form or as JSON. */
export interface SentKey {
  name: string;
  scopes: readonly string[];
  /** The last day it works, UTC, as YYYY-MM-DD; empty: it never expires. */
  lastDay: string;
  /** Addresses and networks. */
  networks: readonly string[];
  /** Dollars that it may spend on a UTC day and in total, as typed; empty: no limit (16.11). */
  dayDollars: string;
  totalDollars: string;
}

export interface KeyFields {
  name: string;
  scopes: KeyScope[];
  expiresAt: Date | null;
  networks: string[];
  /** Spending limits; null or omitted: none. */
  dayCents?: number | null;
  totalCents?: number | null;
}

/** Parses a key's fields, or returns a message by field. */
function readKeyFields(sent: SentKey, now: Date): { key: KeyFields } | { fields: Record<string, string> } {
  const name = sent.name.replace(/\s+/g, " ").trim();
  const scopes = scopesIn(sent.scopes);
  const expiresAt = sent.lastDay === "" ? null : endOfDay(sent.lastDay);
  const typed = sent.networks.map((text) => text.trim()).filter((text) => text !== "");
  const networks = [...new Set(typed.map(networkIn))];
  const fields: Record<string, string> = {};
  const hidden = hiddenFault(name);
  if (name === "" || [...name].length > NAME_MAX) fields["name"] = M.nameRequired;
  else if (hidden !== null) fields["name"] = hidden;
  if (scopes.length === 0) fields["scopes"] = M.keyScopeRequired;
  if (sent.lastDay !== "" && !isEnd(expiresAt, now)) fields["last_day"] = M.wrongKeyEnd;
  const wrong = typed.find((text) => networkIn(text) === null);
  if (wrong !== undefined) fields["networks"] = M.wrongKeyNetwork({ text: wrong.slice(0, 50) });
  else if (networks.length > MOST_NETWORKS) fields["networks"] = M.tooManyKeyNetworks;
  const [dayCents, totalCents] = [limitIn(sent.dayDollars), limitIn(sent.totalDollars)];
  if (dayCents === undefined) fields["day_limit_dollars"] = M.wrongKeyLimit;
  if (totalCents === undefined) fields["total_limit_dollars"] = M.wrongKeyLimit;
  if ((dayCents ?? totalCents) && scopes.includes("billing")) fields["scopes"] ??= M.limitWithBilling;
  if (Object.keys(fields).length > 0 || dayCents === undefined || totalCents === undefined) return { fields };
  return {
    key: { name, scopes, expiresAt, dayCents, totalCents, networks: networks.filter((network) => network !== null) },
  };
}

/** Parses a key's fields. @throws Refusal with the messages by field. */
export function requireKeyFields(sent: SentKey, now: Date): KeyFields {
  const read = readKeyFields(sent, now);
  if ("key" in read) return read.key;
  throw new Refusal(Object.values(read.fields)[0] ?? M.unreadable, { fields: read.fields });
}

/** Parses a limit to cents; null for none, undefined if it is not a limit. */
function limitIn(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const cents = Number(typedCents(typed) ?? 0n);
  return cents >= LEAST_LIMIT_CENTS && cents <= MOST_LIMIT_CENTS ? cents : undefined;
}

/** The UTC day `days` from now, as a last day. */
export function dayAfter(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** The end of a UTC day; null if the text is not a day. */
function endOfDay(text: string): Date | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  const real = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
  return real ? new Date(start.getTime() + DAY_MS) : null;
}

function isEnd(at: Date | null, now: Date): boolean {
  if (!at) return false;
  const after = at.getTime() - now.getTime();
  return after > DAY_MS && after <= MOST_DAYS * DAY_MS;
}
