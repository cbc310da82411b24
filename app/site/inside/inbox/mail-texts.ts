import { madeVisible } from "~/platform/hidden-characters";

const TEXT_MAX = 100_000;
const SUBJECT_MAX = 80;
const NAME_MAX = 100;
/** HTML beyond it is not looked at. */
const HTML_MAX = 1_000_000;

/** More marks on one letter than any script has (30, as in UAX #15): the time of NFC grows with their square. */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/** The text of a message as it is stored: characters that no database stores, or that deceive, become visible (22.5). */
export function storableText(text: string): string {
  const lines = text
    .slice(0, 2 * TEXT_MAX + 2)
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n");
  const clean = madeVisible(lines).replaceAll(MARKS, "$1").normalize("NFC").trim();
  const signs = [...clean];
  return signs.length <= TEXT_MAX ? clean : `${signs.slice(0, TEXT_MAX).join("")}\n[cut]`;
}

/** One line of at most 80 characters, such as a subject; of a longer text its beginning. */
export function subjectOf(text: string): string {
  return oneLine(text.trimStart().split("\n", 1)[0] ?? "", SUBJECT_MAX) || "No subject";
}

/** The name of a sender; empty if the mail has none. */
export function senderName(name: string): string {
  return oneLine(name, NAME_MAX);
}

export function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

function oneLine(text: string, max: number): string {
  const signs = [
    ...madeVisible(text.slice(0, 10 * max))
      .normalize("NFC")
      .replace(/\s+/g, " ")
      .trim(),
  ];
  return signs.length <= max
    ? signs.join("")
    : `${signs
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}

/** A line that begins a quotation: "On 3 May, Ann wrote:", or the rule above a forwarded or answered mail. */
const QUOTE_HEAD = /^(on .{5,200} wrote:|-{2,} ?(original|forwarded) message ?-{2,}|_{20,})$/i;

/** Divides a mail into what its sender wrote and the quoted rest, which is shown folded. */
export function splitQuoted(text: string): { own: string; quoted: string } {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => QUOTE_HEAD.test(line.slice(0, 250).trim()));
  let from = head < 0 ? lines.length : head;
  // Quoted lines at the end belong to the rest, with the line that introduces them; those between answers stay.
  while (from > 0 && /^\s*(>.*)?$/.test(lines[from - 1] ?? "")) from -= 1;
  const own = lines.slice(0, from).join("\n").trim();
  const quoted = lines.slice(from).join("\n").trim();
  return own === "" ? { own: text.trim(), quoted: "" } : { own, quoted };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
/** Elements whose content is no text. */
const UNSEEN = ["head", "style", "script", "title"];
const LINES = /^(br|p|div|tr|li|h[1-6]|blockquote|table|ul|ol|hr)$/;

/** The text of a mail that has only HTML. Nothing of the HTML is ever shown as HTML. */
export function textOfHtml(html: string): string {
  const parts = html
    .slice(0, HTML_MAX)
    .replaceAll(/[\r\n\t ]+/g, " ")
    .split("<");
  let text = parts[0] ?? "";
  let unseen: string | null = null;
  for (const part of parts.slice(1)) {
    const end = part.indexOf(">");
    const tag = (end < 0 ? part : part.slice(0, end)).toLowerCase();
    const name = /^\/?([a-z][a-z0-9]*)/.exec(tag)?.[1] ?? "";
    if (unseen === null && UNSEEN.includes(name) && !tag.startsWith("/")) unseen = name;
    else if (unseen === name && tag.startsWith("/")) unseen = null;
    if (unseen !== null || end < 0) continue;
    if (LINES.test(name)) text += "\n";
    text += part.slice(end + 1);
  }
  const decoded = text.replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (all, name: string) => entityOf(name) ?? all);
  const lines = decoded.split("\n").map((line) => line.trim());
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function entityOf(name: string): string | undefined {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** A token after the plus of our reply address, or at the beginning of a Message-ID of ours. */
const TOKEN = /(?:\+|<)([0-9a-f]{32})(?:@|\.[0-9a-f]{16}@)/g;

/** The tokens in headers of a mail, in their order. */
export function tokensIn(text: string): string[] {
  return [...new Set([...text.toLowerCase().matchAll(TOKEN)].map(([, token = ""]) => token))];
}
