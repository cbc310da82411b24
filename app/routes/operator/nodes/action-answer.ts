import type { Issued } from "./issued-token";

/** What the screen's action may have answered: a token just made, a question, or a refusal. */
interface ActionAnswer {
  issued?: Issued;
  /** Name of a node whose retirement still has to be confirmed. */
  askRetire?: string;
  /** Why a form was refused. */
  message?: string;
}

export function answerOf(given: unknown): ActionAnswer {
  return typeof given === "object" && given !== null ? given : {};
}
