import { foreignKey } from "./inside/intake/foreign-key.server";
import { intakeMessages as SAYS } from "./intake-messages";
import { UnreadableEvent } from "./inside/intake/unreadable-event";

type Fields = Readonly<Record<string, unknown>>;

export function isCloudEvent(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && "specversion" in given;
}

/**
 * Converts a CloudEvent 1.0 to our form: `id` and `source` are the key, `subject` the user, `time` the moment, `data`
 * the other fields. Ignores extensions and unknown fields of `data`.
 */
export function eventOfCloudEvent(given: Fields): unknown {
  const { id, source, subject, time, specversion } = given;
  const key = typeof id === "string" && typeof source === "string" && id && source ? foreignKey([source, id]) : "";
  if (specversion !== "1.0") return new UnreadableEvent(SAYS.wrongSpecVersion, key);
  const data = dataOf(given);
  return { ...data, key, ts: time ?? data["ts"], user: subject ?? data["user"] };
}

function dataOf({ data, data_base64: base64 }: Fields): Fields {
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data as Fields;
  const text = typeof base64 === "string" ? Buffer.from(base64, "base64").toString() : data;
  return typeof text === "string" ? objectIn(text) : {};
}

function objectIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/** The attributes in the headers of binary mode; null in any other mode. */
export function cloudEventOfHeaders(headers: Headers, data: unknown): Fields | null {
  if (!headers.has("ce-specversion")) return null;
  const attribute = (name: string) => decoded(headers.get(`ce-${name}`) ?? undefined);
  const named = ["specversion", "id", "source", "subject", "time"].map((name) => [name, attribute(name)]);
  return { ...(Object.fromEntries(named) as Fields), data };
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return value;
  }
}
