import { volumesInWords } from "~/compute/inside/volumes/volume-list";
import { type Choice, volumesOf } from "./choice";

/** What is lost when the task ends, and what is kept. */
export function keptAndLost(choice?: Choice): string {
  const kept = choice ? volumesOf(choice) : "";
  return `When the task ends, its disk is erased.${kept && ` Kept: ${volumesInWords(kept)}.`}`;
}
