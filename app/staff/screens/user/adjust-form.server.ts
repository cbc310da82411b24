import { z } from "zod";
import { adjustBalance } from "~/staff/inside/adjust-balance.server";
import { readAdjustment } from "~/money/adjustment";
import { readStanding, type Standing } from "~/money/read-standing.server";
import type { Cents } from "~/money/units";
import { M } from "~/staff/messages";
import { refuseHidden } from "~/platform/refuse-hidden";
import { centsText, centsTyped } from "~/platform/cents-text";
import type { Viewer } from "~/platform/http/access.server";
import { ifMay, onForm } from "~/platform/http/form.server";
import type { AskedAdjustment } from "./asked-adjustment";

const REASON_MAX = 200;
const REASON = `A reason has 1 to ${REASON_MAX} characters.`;
const DOLLARS = "Dollars from -1000.00 to 1000.00, not 0.";

const Adjust = z.object({
  dollars: z
    .string()
    .default("")
    .transform((typed) => readAdjustment(typed))
    .refine((cents) => cents !== null, DOLLARS),
  reason: z
    .string(REASON)
    .refine((reason) => reason.length >= 1 && [...reason].length <= REASON_MAX, REASON)
    .superRefine(refuseHidden),
  form_key: z.uuid(M.unreadable),
  confirm: z.literal("1").optional(),
});

interface About {
  userId: number;
  tenantId: number;
  requestId: string;
}

/** Handles the intent `adjust-balance` of the user screen (2.5); asks for confirmation of a debit. */
export function adjustForm(viewer: Viewer, { tenantId, ...about }: About) {
  return ifMay(
    viewer,
    "money.act",
    onForm(Adjust, async ({ dollars, reason, form_key: formKey, confirm }, { now }) => {
      const cents = dollars as Cents;
      if (cents < 0n && !confirm) {
        const standing = await readStanding({ tenantId, now });
        return Response.json(asked({ cents, reason, formKey }, standing), { status: 422 });
      }
      const { done, standing } = await adjustBalance({
        actorId: viewer.userId,
        ...about,
        tenantId,
        cents,
        reason,
        formKey,
        now,
      });
      const stands = standingText(standing);
      return {
        notice: done
          ? `Balance adjusted by ${centsText(cents)}. It is now ${stands}.`
          : `This adjustment was already made and is not repeated. The balance is ${stands}.`,
      };
    }),
  );
}

function asked(
  { cents, reason, formKey }: { cents: Cents; reason: string; formKey: string },
  { balance, owed }: Standing,
): { askAdjustment: AskedAdjustment } {
  const after = (balance + cents) as Cents;
  // Debits the balance first; the rest adds to the debt.
  const owedAfter = (after < 0n ? -after : 0n) as Cents;
  return {
    askAdjustment: {
      dollars: centsTyped(cents),
      reason,
      form_key: formKey,
      takes: centsText(-cents),
      now: standingText({ balance, owed }),
      after: standingText({ balance: after, owed: owedAfter }),
    },
  };
}

/** '$45.15', or '−$4.85 (owes $4.85)'. */
function standingText({ balance, owed }: Standing): string {
  return owed > 0n ? `${centsText(balance)} (owes ${centsText(owed)})` : centsText(balance);
}
