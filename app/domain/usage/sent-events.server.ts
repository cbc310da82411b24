import { eventOfCloudEvent, isCloudEvent } from "./cloud-event.server";
import { eventOfLiteLlm, isLiteLlm } from "./lite-llm.server";

/** Media types in which events come besides JSON itself (4.2). */
export const EVENT_MEDIA = [
  "application/cloudevents+json",
  "application/cloudevents-batch+json",
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
] as const;

/**
 * The value in a body: JSON, or a list of its lines. LiteLLM says `application/json` of lines too. Undefined when it cannot be
 * read; a body that was cut off is never taken for a shorter one.
 */
export function valueInText(text: string): unknown {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  const values = lines.map(parsed);
  return values.includes(undefined) ? undefined : values;
}

/**
 * The events of a value, each brought into our form by its shape: our own batch, CloudEvents, or what LiteLLM logs. Null when it is
 * none of them.
 */
export function eventsIn(value: unknown): unknown[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return value.map(ownForm);
  if (isCloudEvent(value) || isLiteLlm(value)) return [ownForm(value)];
  const { events } = value as { events?: unknown };
  return Array.isArray(events) ? events : null;
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
