import { isDay } from "~/platform/day-range";
import { M } from "~/usage/messages";
import { USAGE_AHEAD_MIN, USAGE_KINDS, USAGE_PAST_DAYS, type UsageKind } from "~/usage/grains";
import { intakeMessages as SAYS } from "~/usage/intake-messages";
import { UnreadableEvent } from "./unreadable-event";

/**
 * Symbol under which an event of another system carries a spare key, used where another event has its own key. If both
 * keys are equal, no other event can have this key.
 */
export const SPARE_KEY = Symbol("spare key");
/** Symbol under which an event carries the key of an earlier one whose user pays for it. */
export const BEGUN_KEY = Symbol("key of its beginning");

/** Symbol under which an event carries the key that an earlier version of Millrace gave it. */
export const FORMER_KEY = Symbol("former key");

/** An event as its sender means it (4.2): texts are cleaned, and missing fields have their defaults. */
export interface UsageEvent {
  key: string;
  /** Null if only `key` identifies it, `key` if no other event can have that. */
  spareKey: string | null;
  /** Null, or the key of an earlier event: if that is known, its user pays. */
  begunKey: string | null;
  /** Null, or the key that it had in an earlier version. */
  formerKey: string | null;
  /** Milliseconds since 1970. */
  ts: number;
  model: string;
  /** An email in lower case, or a tenant name. */
  user: string;
  kind: UsageKind;
  calls: number;
  promptTokens: number;
  generatedTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  /** Null: the price list sets them. */
  coins: number | null;
  completed: boolean;
  latencyMs: number | null;
  batchSize: number | null;
  gpus: number | null;
  busyPct: number | null;
  clientVersion: string | null;
  /** The hold that it settles. */
  hold: string | null;
}

/** Result of reading one member of `events`. */
export interface ReadEvent {
  /** Key as in the answer; empty if none can be read. */
  key: string;
  /** Null when it cannot be understood. */
  event: UsageEvent | null;
  /** Reason for the rejection. An event with a `problem` may still be known: only its time was wrong. */
  problem: string | null;
  given: unknown;
}

/** Allowed tokens and coins of an event. */
const MOST = 1_000_000_000_000;
const MOST_INT = 1_000_000_000;
/** Larger numbers are not dates, or are milliseconds instead of seconds; the database cannot store them. */
const MOST_MS = 100_000_000_000_000;
const KEY_MAX = 64;
const VERSION_MAX = 40;
const USER_MAX = 254;
const MODEL = /^[A-Za-z0-9._/-]{1,80}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PLAIN = /^[!-~]+$/;
/** Control characters, and halves of a character, which no database stores. */
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;
/** ISO-8601 with a zone, without which the time is unknown. */
const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)$/;

class Problem extends Error {}

/** Reads one member of `events`, whatever its type; ignores unknown fields. */
export function readEvent(given: unknown, now: Date): ReadEvent {
  if (given instanceof UnreadableEvent) return { key: given.key, event: null, problem: given.problem, given: null };
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return { key: "", event: null, problem: SAYS.notAnObject, given };
  const fields = given as Readonly<Record<string, unknown>>;
  try {
    const event = eventOf(fields);
    return { key: event.key, event, problem: problemOfTime(event.ts, now), given };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { key: keyShown(fields["key"]), event: null, problem: error.message, given };
  }
}

function eventOf(fields: Readonly<Record<string | symbol, unknown>>): UsageEvent {
  const [spare, begun, former] = [fields[SPARE_KEY], fields[BEGUN_KEY], fields[FORMER_KEY]];
  return {
    key: keyOf(fields["key"]),
    spareKey: typeof spare === "string" ? spare : null,
    begunKey: typeof begun === "string" ? begun : null,
    formerKey: typeof former === "string" ? former : null,
    ts: momentOf(fields["ts"]),
    model: modelOf(fields["model"]),
    user: userOf(fields["user"]),
    kind: kindOf(fields["kind"]),
    calls: wholeNumber(fields, "calls", 1, MOST_INT) ?? 1,
    promptTokens: wholeNumber(fields, "prompt_tokens", 0, MOST) ?? 0,
    generatedTokens: wholeNumber(fields, "generated_tokens", 0, MOST) ?? 0,
    cacheReadTokens: wholeNumber(fields, "cache_read_input_tokens", 0, MOST) ?? 0,
    cacheCreationTokens: wholeNumber(fields, "cache_creation_input_tokens", 0, MOST) ?? 0,
    coins: wholeNumber(fields, "coins", 0, MOST),
    completed: completedOf(fields["completed"]),
    latencyMs: wholeNumber(fields, "latency_ms", 0, MOST_INT),
    batchSize: wholeNumber(fields, "batch_size", 0, MOST_INT),
    gpus: wholeNumber(fields, "gpus", 0, MOST_INT),
    busyPct: wholeNumber(fields, "busy_pct", 0, 100),
    clientVersion: versionOf(fields["client_version"]),
    hold: holdOf(fields["hold"]),
  };
}

function problemOfTime(ts: number, now: Date): string | null {
  const agoMs = now.getTime() - ts;
  if (agoMs > USAGE_PAST_DAYS * 86_400_000) return SAYS.tooOld;
  return agoMs < -USAGE_AHEAD_MIN * 60_000 ? SAYS.inTheFuture : null;
}

/**
 * Returns a text in its stored form; null if it is missing, empty, too long or has characters that cannot be stored.
 */
function textOf(given: unknown, most: number): string | null {
  if (typeof given !== "string" || given.length > 4 * most) return null;
  const text = PLAIN.test(given) ? given : given.normalize("NFC").trim();
  const length = text.length <= most ? text.length : [...text].length;
  return length === 0 || length > most || FORBIDDEN.test(text) ? null : text;
}

function keyOf(given: unknown): string {
  return textOf(given, KEY_MAX) ?? refuse(SAYS.wrongKey);
}

/** Key shown for a rejected event, even if the key itself is the reason. */
function keyShown(given: unknown): string {
  return textOf(given, KEY_MAX) ?? "";
}

/** Epoch seconds, with or without a fraction, or ISO-8601 with a zone. */
function momentOf(given: unknown): number {
  const ms =
    typeof given === "number" ? Math.round(given * 1000) : typeof given === "string" ? parsed(given.trim()) : NaN;
  return Math.abs(ms) <= MOST_MS ? ms : refuse(SAYS.wrongTime);
}

/** The 30th of February would be read as a day of March. */
function parsed(text: string): number {
  return text.length <= 40 && MOMENT.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text.replace(" ", "T")) : NaN;
}

function modelOf(given: unknown): string {
  const text = given ?? "";
  const model = typeof text === "string" ? text.trim() : " ";
  if (model === "") refuse(SAYS.noModel);
  return MODEL.test(model) ? model : refuse(SAYS.wrongModel);
}

/** Reads the user; a name that cannot be stored belongs to no known user. */
function userOf(given: unknown): string {
  const user = textOf(given, USER_MAX) ?? refuse(M.noUserWithEmail);
  return user.includes("@") ? user.toLowerCase() : user;
}

function kindOf(given: unknown): UsageKind {
  return USAGE_KINDS.find((kind) => kind === given) ?? refuse(SAYS.wrongKind);
}

function wholeNumber(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  least: number,
  most: number,
): number | null {
  const given = fields[field];
  if (given === undefined || given === null) return null;
  if (typeof given === "number" && Number.isInteger(given) && given >= least && given <= most) return given + 0;
  return refuse(SAYS.wrongNumber({ field, a: least, b: most }));
}

function completedOf(given: unknown): boolean {
  if (given === undefined || given === null) return true;
  return typeof given === "boolean" ? given : refuse(SAYS.wrongCompleted);
}

function versionOf(given: unknown): string | null {
  if (given === undefined || given === null || given === "") return null;
  return textOf(given, VERSION_MAX) ?? refuse(SAYS.wrongVersion);
}

function holdOf(given: unknown): string | null {
  if (given === undefined || given === null || given === "") return null;
  const hold = typeof given === "string" ? given.trim().toLowerCase() : "";
  return UUID.test(hold) ? hold : refuse(SAYS.wrongHold);
}

function refuse(problem: string): never {
  throw new Problem(problem);
}
