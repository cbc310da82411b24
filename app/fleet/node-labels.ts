/** Names that operators give to a machine: its rack, and labels. Pure, for forms and filters. */

export const LABELS_MAX = 16;
export const RACK_MAX = 32;
/** A word, or `key=value`. */
const LABEL = /^[a-z0-9][a-z0-9._/-]{0,31}(=[A-Za-z0-9._/-]{1,32})?$/;
const RACK = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u;

/** Reads a rack; null if it is not a short name. */
export function readRack(text: string): string | null {
  const rack = text.trim().replaceAll(/\s+/g, " ");
  return rack === "" || (rack.length <= RACK_MAX && RACK.test(rack)) ? rack : null;
}

/**
 * Reads labels separated by spaces or commas, each once and sorted; null if one is malformed, there are too many, or a key
 * has two values.
 */
export function readLabels(text: string): string[] | null {
  const labels = [...new Set(text.split(/[\s,]+/).filter((one) => one !== ""))].sort();
  const keys = new Set(labels.map(keyOf));
  const valid =
    labels.every((label) => LABEL.test(label)) && labels.length <= LABELS_MAX && keys.size === labels.length;
  return valid ? labels : null;
}

/** Returns the key of a label; a word is its own. */
export function keyOf(label: string): string {
  return label.split("=")[0] ?? label;
}

/** Checks for a label: `water` finds `water` and `water=…`, `key=value` exactly that. */
export function hasLabel(labels: readonly string[], wanted: string): boolean {
  return labels.some((label) => label === wanted || keyOf(label) === wanted);
}
