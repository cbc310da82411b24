import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { typedCents } from "~/domain/typed-dollars";

interface Chosen {
  amount: string;
  /** The preset that is chosen, in dollars; empty for none. */
  preset: string;
  /** What stood in the field and was chosen before anything was touched; empty for who sends the amount alone. */
  shown: string;
}

/**
 * The amount that is meant, as typed. With the script field and presets are in step. Without it a preset leaves the field
 * as it was: then the one of the two that was changed is meant, and two that contradict each other are refused.
 */
export function chosenAmount({ amount, preset, shown }: Chosen): string {
  const [chosen, typed, before] = [typedCents(preset), typedCents(amount), typedCents(shown)];
  if (chosen === null || before === null || chosen === typed || chosen === before) return amount;
  if (typed === before) return preset;
  throw Refusal.ofField("amount", M.twoAmounts);
}
