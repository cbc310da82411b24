import { z } from "zod";
import { M } from "~/site/messages";

const TEXT_MAX = 10_000;

/** A text of an answer, a note or a saved answer. */
export const messageInput = z
  .string()
  .default("")
  .refine((text) => text !== "" && [...text].length <= TEXT_MAX, M.wrongMessage);
