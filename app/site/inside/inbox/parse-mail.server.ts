import { createHash } from "node:crypto";
import PostalMime, { type Address, type Email } from "postal-mime";
import { Refusal } from "~/platform/refusal";
import { M } from "~/site/messages";
import type { InboundMail } from "./receive-mail.server";

/** Far deeper than mails of people are. */
const LEVELS_MAX = 32;
/** Lines beyond it, about 4 MB of an attachment, are not read: reading takes up to 25 µs a line, and holds up all requests. */
const LINES_MAX = 50_000;
const HEADERS_MAX_BYTES = 256 * 1024;
const LF = 0x0a;
const MESSAGE_ID = /^<[\x21-\x7e]{1,250}>$/;

/**
 * The parts of a mail (RFC 5322) that the inbox uses; attachments are left out. A mail without a usable Message-ID is
 * known by its bytes.
 * @throws Refusal M09.
 */
export async function parseMail(bytes: Uint8Array): Promise<InboundMail> {
  const limits = { maxNestingDepth: LEVELS_MAX, maxHeadersSize: HEADERS_MAX_BYTES, forceRfc822Attachments: true };
  const mail = await PostalMime.parse(firstLines(bytes), limits).catch(() => {
    throw new Refusal(M.unreadable, { status: 400 });
  });
  const headers = (...names: string[]) =>
    mail.headers.filter(({ key }) => names.includes(key)).map(({ value }) => value);
  const [messageId = ""] = headers("message-id").map((value) => value.trim());
  const isReport = headers("return-path").some((value) => value.trim() === "<>");
  return {
    from: senderOf(mail),
    to: headers("to", "cc", "delivered-to", "x-original-to", "envelope-to").join(", "),
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
    messageId: MESSAGE_ID.test(messageId) ? messageId : `<${createHash("sha256").update(bytes).digest("hex")}@no-id>`,
    inReplyTo: headers("in-reply-to").join(" "),
    references: headers("references").join(" "),
    autoSubmitted: isReport ? "auto-generated" : (headers("auto-submitted")[0] ?? ""),
    precedence: headers("list-id").length > 0 ? "list" : (headers("precedence")[0] ?? ""),
  };
}

function firstLines(bytes: Uint8Array): Uint8Array {
  let end = 0;
  for (let lines = 0; lines < LINES_MAX; lines += 1) {
    end = bytes.indexOf(LF, end) + 1;
    if (end === 0) return bytes;
  }
  return bytes.subarray(0, end);
}

function senderOf({ from }: Email): string {
  const [first] = from ? mailboxes(from) : [];
  return first ? `${first.name} <${first.address}>` : "";
}

function mailboxes(address: Address): { name: string; address: string }[] {
  return address.group ?? [address];
}
