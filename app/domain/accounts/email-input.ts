import { z } from "zod";
import { emailFault } from "./email-address";

/** An email address as a form sends it: in lower case, or refused with what is wrong with it (9.2). */
export const EmailInput = z
  .string()
  .default("")
  .transform((email) => email.trim().toLowerCase())
  .superRefine((email, context) => {
    const fault = emailFault(email);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });
