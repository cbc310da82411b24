import type { SectionText } from "~/domain/faq/topic";
import type { Stored } from "./section-keeper";

const PREFIX = "millrace-faq-draft:";
/** Of another form than this one nothing is read; it stays where it is. */
const FORM = 1;

/** A text that is kept in this browser because the server does not have it. */
export interface Draft {
  key: string;
  sectionId: number;
  text: SectionText;
  /** What it was made from. */
  base: Stored;
  atMs: number;
}

/** Two tabs with the same section keep their own: neither writes over the other's. */
export function draftKey(sectionId: number, pageId: string): string {
  return `${PREFIX}${sectionId}:${pageId}`;
}

/** Whether the browser has taken it; it may be full, or keep nothing. */
export function writeDraft(key: string, { text, base }: Pick<Draft, "text" | "base">, atMs: number): boolean {
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ form: FORM, text: plain(text), base: { ...plain(base), version: base.version }, atMs }),
    );
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing is kept, nothing is to be removed.
  }
}

/** All drafts of this browser but those of pages that are open, newest first. */
export function listDrafts(openPages: ReadonlySet<string>): Draft[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const left = keys.filter((key) => !openPages.has(key.slice(key.lastIndexOf(":") + 1)));
    return left.flatMap((key) => readDraft(key) ?? []).toSorted((one, other) => other.atMs - one.atMs);
  } catch {
    return [];
  }
}

function readDraft(key: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "") as { form: number } & Omit<Draft, "key" | "sectionId">;
    if (kept.form !== FORM) return null;
    const { text, base, atMs } = kept;
    return { key, sectionId: Number(key.slice(PREFIX.length).split(":")[0]), text, base, atMs };
  } catch {
    return null;
  }
}

function plain({ title, topics }: SectionText): SectionText {
  return { title, topics: topics.map(({ question, answer }) => ({ question, answer })) };
}
