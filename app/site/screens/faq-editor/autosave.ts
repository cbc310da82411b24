import { isSameText, type SectionText, type Topic } from "~/site/faq-topic";

/** A text is sent this long after its last letter, and again this long after a save that got no answer. */
const PAUSE_MS = 1_000;
const RETRY_MS = 5_000;

/** A text that the server has, with its version. */
export type Stored = SectionText & { version: number };

/** A topic in the fields: it keeps its key wherever it is moved. */
export type KeyedTopic = Topic & { key: number };

export type SaveAnswer =
  | { outcome: "saved"; version: number }
  /** Somebody else saved first. */
  | { outcome: "conflict"; newest: Stored }
  | { outcome: "refused"; message: string }
  /** The same save may work later. */
  | { outcome: "failed"; message: string };

/** What is written in the fields of a section, and how its save stands. */
export interface Writing {
  text: { title: string; topics: KeyedTopic[] };
  /** What the server has, as far as this page knows. */
  stored: Stored;
  saving: boolean;
  /** Why the last save did not work. */
  message: string;
  retry: boolean;
  /** What somebody else saved. Nothing is sent until the writer has chosen between the two texts. */
  theirs: Stored | null;
}

export type WritingEvent =
  | { event: "edit"; text: Writing["text"] }
  | { event: "send" }
  | { event: "answer"; sent: SectionText; answer: SaveAnswer }
  /** The page was loaded again: by another save, or because somebody else changed the section. */
  | { event: "load"; stored: Stored }
  | { event: "keep mine" }
  | { event: "take theirs" };

export function beginWriting(text: SectionText, { title, topics, version }: Stored, overtaken: boolean): Writing {
  const stored = { title, topics, version };
  return { text: keyed(text), stored, saving: false, message: "", retry: false, theirs: overtaken ? stored : null };
}

/** A text from elsewhere: each topic takes the key of the one in its place, so that what is open stays open. */
function keyed({ title, topics }: SectionText): Writing["text"] {
  return { title, topics: topics.map((topic, key) => ({ ...topic, key })) };
}

export function isSaved({ text, stored, theirs }: Writing): boolean {
  return theirs === null && isSameText(text, stored);
}

/** When the text is to be sent: milliseconds from now, null while it need not or must not be. */
export function sendInMs(writing: Writing): number | null {
  const { saving, theirs, message, retry } = writing;
  if (saving || theirs || isSaved(writing) || (message !== "" && !retry)) return null;
  return retry ? RETRY_MS : PAUSE_MS;
}

/** What an event makes of the writing. No save is sent while one runs; newer edits wait for its answer (3.7). */
export function afterEvent(writing: Writing, happened: WritingEvent): Writing {
  const { stored, theirs } = writing;
  switch (happened.event) {
    case "edit":
      return { ...writing, text: happened.text, message: "", retry: false };
    case "send":
      return { ...writing, saving: true };
    case "answer":
      return afterAnswer({ ...writing, saving: false, message: "", retry: false }, happened.sent, happened.answer);
    case "load":
      return happened.stored.version > stored.version && !writing.saving ? meet(writing, happened.stored) : writing;
    case "keep mine":
      return theirs ? { ...writing, stored: theirs, theirs: null } : writing;
    case "take theirs":
      return theirs ? { ...writing, text: keyed(theirs), stored: theirs, theirs: null } : writing;
  }
}

function afterAnswer(writing: Writing, sent: SectionText, answer: SaveAnswer): Writing {
  switch (answer.outcome) {
    case "saved":
      return { ...writing, stored: { ...sent, version: answer.version } };
    case "conflict":
      return meet(writing, answer.newest);
    default:
      return { ...writing, message: answer.message, retry: answer.outcome === "failed" };
  }
}

/** A newer version is a conflict only where both the writer and somebody else changed the text, and not to the same. */
function meet(writing: Writing, newest: Stored): Writing {
  if (isSameText(newest, writing.text) || isSameText(newest, writing.stored)) return { ...writing, stored: newest };
  if (isSaved(writing)) return { ...writing, text: keyed(newest), stored: newest };
  return { ...writing, theirs: newest };
}
