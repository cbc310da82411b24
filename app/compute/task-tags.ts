import { hiddenFault, joinersAsLetters } from "~/platform/hidden-characters";
import { TASK_TEXTS } from "./task-texts";
import { Refusal } from "~/platform/refusal";

export const TAGS_MAX = 10;
export const TAG_CHARS_MAX = 30;
export const DISPLAY_NAME_MAX = 63;
const ALLOWED = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._:/=-]*$/u;

/** Returns a tag in its stored form: lower case, every run of white space one hyphen (9.8). */
export function normaliseTag(typed: string): string {
  return typed.normalize("NFC").trim().toLowerCase().replace(/\s+/gu, "-");
}

/** Tags as one text, as a form and an address have them. */
export function tagsAsText(tags: readonly string[]): string {
  return tags.join(", ");
}

/**
 * Stored tags, each once; from a text, or from each of a list, separated by commas. @throws Refusal M223, M224, M225.
 */
export function requireTags(typed: string | readonly string[]): string[] {
  const parts = [typed].flat().flatMap((text) => text.split(","));
  const tags = [...new Set(parts.map(normaliseTag))].filter((tag) => tag !== "");
  if (tags.length > TAGS_MAX) throw Refusal.ofField("tags", TASK_TEXTS.tooManyTags);
  for (const tag of tags) {
    if ([...tag].length > TAG_CHARS_MAX) throw Refusal.ofField("tags", TASK_TEXTS.tagTooLong);
    if (!ALLOWED.test(joinersAsLetters(tag))) throw Refusal.ofField("tags", TASK_TEXTS.tagCharacters);
  }
  return tags;
}

/**
 * Returns a display name in its stored form: trimmed, white space as one space; empty is none. @throws Refusal M222.
 */
export function requireDisplayName(typed: string): string {
  const name = typed.normalize("NFC").replace(/\s+/gu, " ").trim();
  if ([...name].length > DISPLAY_NAME_MAX) throw Refusal.ofField("display_name", TASK_TEXTS.displayNameTooLong);
  const hidden = hiddenFault(name);
  if (hidden !== null) throw Refusal.ofField("display_name", hidden);
  return name;
}

/** Returns the name of a task for people. */
export function shownName({ display_name, task_name }: { display_name: string; task_name: string }): string {
  return display_name === "" ? task_name : display_name;
}
