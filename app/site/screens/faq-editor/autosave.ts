import { isSameText, type SectionText, type Topic } from "~/site/faq-topic";

/** A text is sent this long after its last letter, and again this long after an unanswered save. */
const PAUSE_MS = 1_000;
const RETRY_MS = 5_000;

/** A text that the server has, with its version. */
export type Stored = SectionText & { version: number };

/** A topic in the fields; it keeps its key when it moves. */
export type KeyedTopic = Topic & { key: number };

export type SaveAnswer =
  | { outcome: "saved"; version: number }
  /** Another editor saved first. */
  | { outcome: "conflict"; newest: Stored }
  | { outcome: "refused"; message: string }
  /** A retry may succeed. */
  | { outcome: "failed"; message: string };

/** The text in the fields of a section, and the state of its save. */
export interface Writing {
  text: { title: string; topics: KeyedTopic[] };
  /** The server's text, as far as this page knows. */
  stored: Stored;
  saving: boolean;
  /** Why the last save did not work. */
  message: string;
  retry: boolean;
  /** Text of another editor. Nothing is sent until the writer has chosen between the two. */
  theirs: Stored | null;
}

export type WritingEvent =
  | { event: "edit"; text: Writing["text"] }
  | { event: "send" }
  | { event: "answer"; sent: SectionText; answer: SaveAnswer }
  /** The page was loaded again, after another save or another editor's change. */
  | { event: "load"; stored: Stored }
  | { event: "keep mine" }
  | { event: "take theirs" };

export function beginWriting(text: SectionText, { title, topics, version }: Stored, overtaken: boolean): Writing {
  const stored = { title, topics, version };
  return { text: keyed(text), stored, saving: false, message: "", retry: false, theirs: overtaken ? stored : null };
}

/**
 * Adds keys to a text from elsewhere: each topic takes the key of the one in its place, so that open topics stay open.
 */
function keyed({ title, topics }: SectionText): Writing["text"] {
  return { title, topics: topics.map((topic, key) => ({ ...topic, key })) };
}

export function isSaved({ text, stored, theirs }: Writing): boolean {
  return theirs === null && isSameText(text, stored);
}

/** Returns when to send the text: milliseconds from now, or null while it must not or need not be sent. */
export function sendInMs(writing: Writing): number | null {
  const { saving, theirs, message, retry } = writing;
  if (saving || theirs || isSaved(writing) || (message !== "" && !retry)) return null;
  return retry ? RETRY_MS : PAUSE_MS;
}

/** Applies an event to the writing. No save is sent while one runs; newer edits wait for its answer (3.7). */
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

/** Accepts a newer version. It is a conflict only if the writer and another editor changed the text differently. */
function meet(writing: Writing, newest: Stored): Writing {
  if (isSameText(newest, writing.text) || isSameText(newest, writing.stored)) return { ...writing, stored: newest };
  if (isSaved(writing)) return { ...writing, text: keyed(newest), stored: newest };
  return { ...writing, theirs: newest };
}
