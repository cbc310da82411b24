import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/accounts/messages";
import { EmailInput } from "../email-input";
import { passwordFault } from "./password-rules.server";
import { isSignUpSource } from "../sign-up-sources";

const NAME_MAX = 100;
const SOURCE_TEXT_MAX = 200;

const AGREE_TO_TERMS = "Please agree to the terms.";
const SAY_WHERE = "Please say where, in up to 200 characters.";

const text = z.string().default("");
const lengthOf = (given: string) => [...given].length;

/** Fields that every new account needs, however its address is proven. */
const OWN = {
  name: text
    .refine((name) => lengthOf(name) >= 1 && lengthOf(name) <= NAME_MAX, M.nameRequired)
    .superRefine(refuseHidden),
  password: text,
  password_confirmation: text,
  terms: text.refine((terms) => terms === "1", AGREE_TO_TERMS),
};

/** Fields of a registration (2.4, 9.2); all faults are reported together, each at its field. */
export const RegisterFields = z
  .object({
    ...OWN,
    email: EmailInput,
    source: text.transform((source) => source || "unknown").refine(isSignUpSource, M.unreadable),
    source_text: text.refine(
      (given) => lengthOf(given) <= SOURCE_TEXT_MAX,
      M.fieldTooLong({ field: "Other", n: SOURCE_TEXT_MAX }),
    ),
  })
  .superRefine((given, context) => {
    const { email, source, source_text } = given;
    refuseBadPassword(given, email, context);
    if (source === "other" && source_text === "") {
      context.addIssue({ code: "custom", path: ["source_text"], message: SAY_WHERE });
    }
  });

export type RegisterFields = z.output<typeof RegisterFields>;

/** Fields of an invited user: the address comes from the invitation. */
export const joinFields = (email: string) =>
  z.object(OWN).superRefine((given, context) => refuseBadPassword(given, email, context));

export type JoinFields = z.output<ReturnType<typeof joinFields>>;

function refuseBadPassword(
  { password, password_confirmation: confirmation }: { password: string; password_confirmation: string },
  email: string,
  context: z.RefinementCtx,
): void {
  const fault = passwordFault({ password, confirmation, email });
  if (fault) context.addIssue({ code: "custom", path: [fault.field], message: fault.message });
}
