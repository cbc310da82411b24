import { z } from "zod";
import { M } from "~/platform/messages";
import { MOST_PRICE } from "~/usage/model-price";
import { momentOrNothing } from "~/platform/http/schemas/moment-or-nothing.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { wholeNumber } from "~/platform/http/schemas/whole-number.server";

const COINS = `A whole number of coins from 0 to ${MOST_PRICE}.`;

const mark = z
  .literal("1")
  .optional()
  .transform((given) => given === "1");
/** An empty field counts as 0. */
const coins = z
  .unknown()
  .transform((typed): unknown => (typed === undefined || typed === "" ? 0 : typed))
  .pipe(wholeNumber(COINS, { from: 0, to: Number(MOST_PRICE) }));

export const SetModelPrice = z.object({
  model: z
    .string()
    .default("")
    .transform((typed) => typed.trim()),
  prompt: coins,
  generated: coins,
  cache_read: coins,
  cache_creation: coins,
  /** No price of its own from then on. */
  none: mark,
  from_at: momentOrNothing,
  confirm: mark,
});

export const WithdrawModelPrice = z.object({ id: rowId(M.unreadable) });
