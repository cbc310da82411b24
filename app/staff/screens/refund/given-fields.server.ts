import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/staff/messages";

/** The fields that every form of giving money back has. */
export const GIVEN_FIELDS = {
  reason: z
    .string(M.giveBackReason)
    .trim()
    .refine((reason) => reason.length >= 1 && [...reason].length <= 200, M.giveBackReason)
    .superRefine(refuseHidden),
  note: z.string().trim().max(500, M.giveBackNote).superRefine(refuseHidden).default(""),
  form_key: z.uuid(M.unreadable),
};
