import { z } from "zod";

/** The largest id that a column of the database can hold. */
const ID_MAX = 2 ** 31 - 1;

/**
 * The id of a row, from a form or path (only digits) or from JSON (a whole number); anything else is refused with the
 * message.
 */
export function rowId(message: string) {
  return z
    .unknown()
    .refine((given) => isRowId(given), message)
    .transform(Number)
    .meta({ type: "integer", minimum: 1, maximum: ID_MAX });
}

/** The id in a segment of a path, null if it cannot be one. */
export function rowIdOfPath(segment: string | undefined): number | null {
  return isRowId(segment) ? Number(segment) : null;
}

function isRowId(given: unknown): given is string | number {
  if (typeof given === "string") return /^[1-9]\d{0,9}$/.test(given) && Number(given) <= ID_MAX;
  return typeof given === "number" && Number.isInteger(given) && given >= 1 && given <= ID_MAX;
}
