import type { RefinementCtx } from "zod";
import { hiddenFault } from "./hidden-characters";

/** For a schema's `superRefine`: refuses a text with invisible characters and shows where they are (A36). */
export function refuseHidden(text: string | undefined, context: RefinementCtx<string | undefined>): void {
  const fault = hiddenFault(text ?? "");
  if (fault !== null) context.addIssue({ code: "custom", message: fault });
}
