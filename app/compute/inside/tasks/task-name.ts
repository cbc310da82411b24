import { TASK_TEXTS } from "~/compute/task-texts";
import { Refusal } from "~/platform/refusal";

export const TASK_NAME_MAX = 63;
const ALLOWED = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The stored form of a name: trimmed, every run of whitespace one hyphen (9.1). */
export function normaliseTaskName(typed: string): string {
  return typed.normalize("NFC").trim().replace(/\s+/gu, "-");
}

/** The stored form of a typed name; refuses with M20, M21 or M22. A name that is too long is never cut. */
export function requireTaskName(typed: string): string {
  const name = normaliseTaskName(typed);
  if (name === "") throw Refusal.ofField("task_name", TASK_TEXTS.taskNameRequired);
  if ([...name].length > TASK_NAME_MAX) throw Refusal.ofField("task_name", TASK_TEXTS.taskNameTooLong);
  if (!ALLOWED.test(name)) throw Refusal.ofField("task_name", TASK_TEXTS.taskNameCharacters);
  return name;
}
