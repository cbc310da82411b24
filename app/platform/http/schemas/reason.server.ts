import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";

const REASON_MAX = 200;
const REASON_TEXT = `A reason has 1 to ${REASON_MAX} characters.`;

/** The reason for an act of staff, which the customer reads. */
export const reason = z
  .string(REASON_TEXT)
  .trim()
  .min(1, REASON_TEXT)
  .max(REASON_MAX, REASON_TEXT)
  .superRefine(refuseHidden);
