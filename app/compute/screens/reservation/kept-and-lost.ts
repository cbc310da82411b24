import { volumesInWords } from "~/compute/inside/volumes/volume-list";
import { type Choice, volumesOf } from "./choice";

/** Describes the data that is lost when the task ends, and the data that is kept. */
export function keptAndLost(choice: Choice): string {
  const kept = volumesOf(choice);
  return `When the task ends, its disk is erased.${kept && ` Kept: ${volumesInWords(kept)}.`}`;
}
