import { Refusal } from "~/domain/refusal";
import { requireTaskName } from "~/domain/tasks/task-name";
import type { Choice } from "../reservation/choice";

export type Step =
  { name: "closed" } | { name: "form"; errors: Partial<Record<keyof Choice, string>> } | { name: "confirm" };

/** The step a query asks for: closed at first, the form, or its confirmation when the form can be confirmed. */
export function stepOf(given: URLSearchParams, choice: Choice): Step {
  if (given.get("step") === "confirm") {
    const errors = taskNameError(choice);
    return errors ? { name: "form", errors } : { name: "confirm" };
  }
  return given.has("new") ? { name: "form", errors: {} } : { name: "closed" };
}

function taskNameError(choice: Choice): Partial<Record<keyof Choice, string>> | null {
  try {
    requireTaskName(choice.task_name);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { task_name: error.message };
    throw error;
  }
}
