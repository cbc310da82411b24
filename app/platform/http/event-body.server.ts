import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { cloudEventOfHeaders } from "~/usage/cloud-event.server";
import { intakeMessages } from "~/usage/intake-messages";
import { EVENT_MEDIA, eventsIn, valueInText } from "~/usage/sent-events.server";
import { readInflated } from "./inflated-body.server";

const MEDIA: readonly string[] = ["application/json", ...EVENT_MEDIA];
/** Charsets that are read as UTF-8; an empty one means none was named. US-ASCII is part of UTF-8. */
const UTF_8: readonly string[] = ["", "utf-8", "utf8", "us-ascii"];
const NO_JSON = "-";
/** USAGE_BATCH_MAX, USAGE_BODY_MIB. */
const MOST_EVENTS = 1_000;
const LIMIT_BYTES = 2 * 1024 * 1024;

/**
 * The events in the body of `POST /v1/usage`, in our form but not checked yet (4.2). Refuses with 400, 413, 415 or 422.
 */
export async function readSentEvents(request: Request): Promise<unknown[]> {
  const { type, charset } = mediaOf(request.headers);
  const bytes = await readInflated(request, LIMIT_BYTES);
  const isMedia = MEDIA.includes(type) && UTF_8.includes(charset);
  if (!isMedia && (type !== "" || bytes.length > 0)) throw new Refusal(intakeMessages.wrongMedia, { status: 415 });
  // A CloudEvent whose attributes are headers may have no data.
  if (bytes.length === 0 && !request.headers.has("ce-specversion"))
    throw new Refusal(intakeMessages.emptyBody, { status: 400 });
  const value = bytes.length === 0 ? {} : valueInText(textOf(bytes));
  if (value === undefined) throw new Refusal(M.unreadable, { status: 400 });
  const events = eventsIn(cloudEventOfHeaders(request.headers, value) ?? value);
  if (events === null || events.length === 0) throw Refusal.ofField("events", intakeMessages.noEvents);
  if (events.length > MOST_EVENTS) throw new Refusal(M.tooLarge, { status: 413 });
  return events;
}

function mediaOf(headers: Headers): { type: string; charset: string } {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((one) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  return { type: type.trim(), charset: charset ?? "" };
}

/** Text of a body. A line that is not UTF-8 becomes one that is not JSON, and does not affect the lines next to it. */
function textOf(bytes: Buffer): string {
  const whole = decoded(bytes);
  if (whole !== null) return whole;
  return bytes
    .toString("latin1")
    .split("\n")
    .map((line) => decoded(Buffer.from(line, "latin1")) ?? NO_JSON)
    .join("\n");
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
