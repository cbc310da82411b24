import { z } from "zod";
import { M } from "~/usage/messages";
import { USAGE_KINDS } from "~/usage/grains";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { wholeNumber } from "~/platform/http/schemas/whole-number.server";

const MOST = 1_000_000_000_000;
const COUNT = "A whole number from 0 to 1000000000000.";
const SOURCE = "Choose a source.";

const text = z.string().default("");
const confirm = z.literal("1").optional();

/** The forms of the ingestion screen (A2). */
export const MakeSource = z.object({ name: text });
export const ChangeSource = z.object({ source_id: rowId(M.unreadable), confirm });
export const SendTest = z.object({
  source_id: rowId(SOURCE),
  model: text,
  user: text,
  kind: z.enum(USAGE_KINDS).default("chat"),
  prompt_tokens: wholeNumber(COUNT, { from: 0, to: MOST }),
  generated_tokens: wholeNumber(COUNT, { from: 0, to: MOST }),
  coins: z.union([
    z
      .literal("")
      .optional()
      .transform(() => undefined),
    wholeNumber(COUNT, { from: 0, to: MOST }),
  ]),
});
export const CheckEvent = z.object({
  source_id: z.union([
    z
      .literal("")
      .optional()
      .transform(() => null),
    rowId(SOURCE),
  ]),
  text,
});
