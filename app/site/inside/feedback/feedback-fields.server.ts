import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/site/messages";
import { EmailInput } from "~/accounts/email-input";

const MESSAGE_MAX = 2_000;
const URL_MAX = 500;
const NAME_MAX = 100;

/** Counts characters, not UTF-16 units (9.6). */
const atMost = (limit: number) => (text: string) => [...text].length <= limit;

const message = z
  .string()
  .default("")
  .refine((text) => text !== "", "Write a message.")
  .refine(atMost(MESSAGE_MAX), M.fieldTooLong({ field: "Message", n: MESSAGE_MAX }));

/** The fields of the feedback widget and of /chat (9.6). */
export const ChatFields = z.object({
  email: EmailInput,
  message,
  url: z
    .string()
    .default("")
    .refine(atMost(URL_MAX), M.fieldTooLong({ field: "Page address", n: URL_MAX })),
});

export const ContactFields = z.object({
  name: z
    .string()
    .default("")
    .refine((text) => text !== "" && atMost(NAME_MAX)(text), M.nameRequired)
    .superRefine(refuseHidden),
  email: EmailInput,
  message,
});
