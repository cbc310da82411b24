import type { FormAnswer } from "~/platform/http/form.server";

export const CREATE_INTENT = "create-workspace";

/** Intents of the form's buttons. */
const INTENTS = [CREATE_INTENT, "owner-new", "owner-get", "check-name"];

/** The form as one of its buttons filled it in: typed values, and the result of the name check. */
export interface FilledForm extends FormAnswer {
  mark?: "free" | "taken" | undefined;
}

/** The answer if it is one to the form 'Create workspace', whichever of its buttons was pressed. */
export function createAnswer(answer: FilledForm | undefined): FilledForm | undefined {
  return answer && INTENTS.includes(answer.intent) ? { ...answer, intent: CREATE_INTENT } : undefined;
}
