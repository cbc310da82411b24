import { volumesInWords } from "~/domain/volumes/volume-list";
import { type Choice, volumesOf } from "./choice";

export const ERASED = "When the task ends, its disk is erased.";

/** In a sentence or two: what is there after the end of the task, and what is not. */
export function keptAndLost(choice: Choice): string {
  const volumes = volumesOf(choice);
  if (volumes.length === 0) return ERASED;
  return `Kept when the task ends: ${volumesInWords(volumes)}. Lost: the rest of its disk.`;
}
