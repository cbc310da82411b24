import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { typedCents } from "~/platform/typed-dollars";

interface Chosen {
  amount: string;
  /** The chosen preset in dollars; empty for none. */
  preset: string;
  /** The initial value and choice; empty if only the amount is sent. */
  shown: string;
}

/**
 * The intended amount, as typed. The script keeps field and presets in step. Without it a preset leaves the field
 * unchanged: then the changed one counts, and a contradiction is refused.
 */
export function chosenAmount({ amount, preset, shown }: Chosen): string {
  const [chosen, typed, before] = [typedCents(preset), typedCents(amount), typedCents(shown)];
  if (chosen === null || before === null || chosen === typed || chosen === before) return amount;
  if (typed === before) return preset;
  throw Refusal.ofField("amount", M.twoAmounts);
}
