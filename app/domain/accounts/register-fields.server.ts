import { z } from "zod";
import { HIDDEN_CHARACTERS, isWhatItLooksLike } from "~/domain/hidden-characters";
import { M } from "~/domain/messages";
import { EmailInput } from "./email-input";
import { passwordFault } from "./password-rules.server";
import { isSignUpSource } from "./sign-up-sources";

const NAME_MAX = 100;
const SOURCE_TEXT_MAX = 200;

const AGREE_TO_TERMS = "Please agree to the terms.";
const SAY_WHERE = "Please say where, in up to 200 characters.";

const text = z.string().default("");
const lengthOf = (given: string) => [...given].length;

/** Fields of a registration (2.4, 9.2); every fault is told at once, each beside its field. */
export const RegisterFields = z
  .object({
    name: text
      .refine((name) => lengthOf(name) >= 1 && lengthOf(name) <= NAME_MAX, M.nameRequired)
      .refine(isWhatItLooksLike, HIDDEN_CHARACTERS),
    email: EmailInput,
    password: text,
    password_confirmation: text,
    source: text.transform((source) => source || "unknown").refine(isSignUpSource, M.unreadable),
    source_text: text.refine(
      (given) => lengthOf(given) <= SOURCE_TEXT_MAX,
      M.fieldTooLong({ field: "Other", n: SOURCE_TEXT_MAX }),
    ),
    terms: text.refine((terms) => terms === "1", AGREE_TO_TERMS),
  })
  .superRefine(({ password, password_confirmation: confirmation, email, source, source_text }, context) => {
    const fault = passwordFault({ password, confirmation, email });
    if (fault) context.addIssue({ code: "custom", path: [fault.field], message: fault.message });
    if (source === "other" && source_text === "") {
      context.addIssue({ code: "custom", path: ["source_text"], message: SAY_WHERE });
    }
  });

export type RegisterFields = z.output<typeof RegisterFields>;
