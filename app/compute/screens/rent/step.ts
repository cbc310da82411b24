import type { Choice } from "../reservation/choice";
import { type ChoiceErrors, choiceErrors } from "../reservation/choice-errors";
import type { Offer } from "../reservation/read-offer.server";

export type Step = { name: "closed" } | { name: "form"; errors: ChoiceErrors } | { name: "confirm" };

/** Returns the step of a query: closed at first, the form, or its confirmation when the form can be confirmed. */
export function stepOf(given: URLSearchParams, choice: Choice, offer: Offer): Step {
  if (given.get("step") === "confirm") {
    const errors = choiceErrors(given, choice, offer);
    return Object.keys(errors).length > 0 ? { name: "form", errors } : { name: "confirm" };
  }
  // A choice of the earlier task that is no longer offered is reported at once, at its field.
  if (given.has("again")) return { name: "form", errors: choiceErrors(given, choice, offer) };
  return given.has("new") ? { name: "form", errors: {} } : { name: "closed" };
}
