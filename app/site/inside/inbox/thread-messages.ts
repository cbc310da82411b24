import type { ThreadMessage } from "~/site/views/thread-message";
import { splitQuoted } from "./mail-texts";
import type { MessageRow } from "./read-conversation.server";
import { epochSeconds } from "~/platform/epoch-seconds";

/** Messages for the browser: quoted text separate, times in epoch seconds. */
export function threadMessages(rows: readonly MessageRow[]): ThreadMessage[] {
  return rows.map(({ id, kind, text, author, fromAddress, isForeign, isAutomatic, url, at }) => ({
    id: String(id),
    ...{ kind, author, isAutomatic, url },
    // Only mails quote.
    ...(fromAddress === "" ? { own: text, quoted: "" } : splitQuoted(text)),
    foreignAddress: isForeign ? fromAddress : null,
    ts: epochSeconds(at),
  }));
}
