import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { cloudEventOfHeaders } from "~/domain/usage/cloud-event.server";
import { intakeMessages } from "~/domain/usage/intake-messages";
import { EVENT_MEDIA, eventsIn, valueInText } from "~/domain/usage/sent-events.server";
import { readInflated } from "./inflated-body.server";

const MEDIA: readonly string[] = ["application/json", ...EVENT_MEDIA];
/** USAGE_BATCH_MAX, USAGE_BODY_MIB. */
const MOST_EVENTS = 1_000;
const LIMIT_BYTES = 2 * 1024 * 1024;

/** The events in the body of `POST /v1/usage`, in our form but not looked at (4.2). Refuses with 400, 413, 415 or 422. */
export async function readSentEvents(request: Request): Promise<unknown[]> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const bytes = await readInflated(request, LIMIT_BYTES);
  if (!MEDIA.includes(type) && (type !== "" || bytes.length > 0))
    throw new Refusal(M.wrongContentType, { status: 415 });
  const value = bytes.length === 0 ? {} : valueInText(textOf(bytes));
  if (value === undefined) throw new Refusal(M.unreadable, { status: 400 });
  const events = eventsIn(cloudEventOfHeaders(request.headers, value) ?? value);
  if (events === null || events.length === 0) throw Refusal.ofField("events", intakeMessages.noEvents);
  if (events.length > MOST_EVENTS) throw new Refusal(M.tooLarge, { status: 413 });
  return events;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(M.unreadable, { status: 400 });
  }
}
