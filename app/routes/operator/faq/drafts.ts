import type { SectionText } from "~/domain/faq/topic";
import type { Stored } from "./section-keeper";

const PREFIX = "millrace-faq-draft:";
/** Drafts with another version of this format are ignored and kept. */
const FORM = 1;

/** A text stored in this browser because the server does not have it. */
export interface Draft {
  key: string;
  sectionId: number;
  text: SectionText;
  /** The text that it changes. */
  base: Stored;
  atMs: number;
}

/** Tabs with the same section have their own keys, so that they do not overwrite each other. */
export function draftKey(sectionId: number, pageId: string): string {
  return `${PREFIX}${sectionId}:${pageId}`;
}

/** Whether the browser stored it; storage may be full or off. */
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
    // Without storage there is nothing to remove.
  }
}

/** All drafts of this browser except those of open pages, newest first. */
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
