import { z } from "zod";
import { M } from "~/accounts/messages";
import { emailFault } from "./email-address";

/** An email address from a form: lower-cased, or refused with its fault (9.2). */
export const EmailInput = z
  .string()
  .default("")
  .transform((email) => email.trim().toLowerCase())
  .superRefine((email, context) => {
    const fault = emailFault(email);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });

/** The address of an account that may predate the current rule: the database decides whether it exists. */
export const KnownEmailInput = z
  .string()
  .default("")
  .transform((email) => email.trim().toLowerCase())
  .refine((email) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email), M.emailInvalid);
