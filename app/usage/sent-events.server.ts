import { eventOfCloudEvent, isCloudEvent } from "./cloud-event.server";
import { readEvent } from "./inside/intake/event";
import { fieldsOf, isFields } from "./inside/intake/gateway-tokens";
import { intakeMessages as SAYS } from "./intake-messages";
import { eventOfLiteLlm, isLiteLlm } from "./inside/intake/lite-llm.server";
import { UnreadableEvent } from "./inside/intake/unreadable-event";

/** Media types of events other than JSON itself (4.2). */
export const EVENT_MEDIA = [
  "application/cloudevents+json",
  "application/cloudevents-batch+json",
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
] as const;

/**
 * Matches strings, which stay as they are, and the words that Python writes for floats that JSON cannot express. A
 * string that was cut off ends with its line, so that no part of it is read twice.
 */
const STRING_OR_NO_NUMBER = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|(?<![\w.])-?(?:NaN|Infinity)\b/g;
/** JSON of a number too large for a double: it is read as infinite, which no sender can mean. */
const INFINITE = "1e999";

/**
 * Parses a body: JSON, or a list of its lines; LiteLLM sends lines as `application/json` too. Undefined if it cannot be
 * read; a truncated body is never taken for a shorter one. An event with NaN or Infinity is unreadable, as is a line
 * that is not JSON; those next to it are not.
 */
export function valueInText(given: string): unknown {
  const text = given.trim();
  const value = parsed(text);
  if (value !== undefined) return value;
  if (!/NaN|Infinity/.test(text)) return linesIn(text);
  const finite = text.replace(STRING_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : INFINITE));
  const repaired = parsed(finite) ?? linesIn(finite);
  if (repaired === undefined) return undefined;
  if (Array.isArray(repaired)) return repaired.map(readable);
  const { events } = fieldsOf(repaired);
  return Array.isArray(events) ? { events: events.map(readable) } : [readable(repaired)];
}

/**
 * The event, unless it contains a marker for a value that JSON cannot express. Not by recursion: a body can be nested
 * very deep.
 */
function readable(given: unknown): unknown {
  const open = [given];
  for (const one of open) {
    if (one === Infinity || one === -Infinity) return new UnreadableEvent(SAYS.notANumber, keyIn(given));
    if (typeof one === "object" && one !== null) for (const member of Object.values(one)) open.push(member);
  }
  return given;
}

function keyIn(given: unknown): string {
  return readEvent(ownForm(given), new Date(0)).key;
}

function linesIn(text: string): unknown[] | undefined {
  // A byte order mark is among what is trimmed.
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const values = lines.map(parsed);
  const [first = ""] = lines;
  // A list or batch that was cut off is refused as a whole, even with one event on each line.
  const isList = values[0] === undefined && (first.startsWith("[") || /[[,{]\s*$/.test(first));
  if (isList || !values.some(isFields)) return undefined;
  return values.map((value) => (value === undefined ? new UnreadableEvent(SAYS.notJson, "") : value));
}

/**
 * The events of a value, each brought into our form by its shape: our own batch or one of its events, CloudEvents, or what LiteLLM
 * logs. Null for any other shape.
 */
export function eventsIn(value: unknown): unknown[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return value.map(ownForm);
  if (isCloudEvent(value) || isLiteLlm(value)) return [ownForm(value)];
  const { events, key } = value as { events?: unknown; key?: unknown };
  if (events === undefined && key !== undefined) return [value];
  return Array.isArray(events) ? events.map(ownForm) : null;
}

function ownForm(given: unknown): unknown {
  if (isCloudEvent(given)) return eventOfCloudEvent(given);
  return isLiteLlm(given) ? eventOfLiteLlm(given) : given;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
