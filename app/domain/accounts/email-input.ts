import { z } from "zod";
import { M } from "~/domain/messages";
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

/** The address of an account that may be older than the rule for new ones: whether it has one is for the database to say. */
export const KnownEmailInput = z
  .string()
  .default("")
  .transform((email) => email.trim().toLowerCase())
  .refine((email) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email), M.emailInvalid);
