import { z } from "zod";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { addDiscount, setQuota, withdrawDiscount } from "~/compute/tenant-terms.server";
import { transaction, type Tx } from "~/platform/db.server";
import type { Viewer } from "~/platform/http/access.server";
import { ifMay, onForm } from "~/platform/http/form.server";
import { momentOrNothing } from "~/platform/http/schemas/moment-or-nothing.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { typedCents } from "~/platform/typed-dollars";
import { utcDateTime } from "~/platform/utc-text";
import { setBankTerms } from "~/payments/bank-terms.server";
import { markVatNumber } from "~/payments/vat-check.server";
import { lockUser } from "~/staff/inside/lock-user.server";
import { M } from "~/staff/messages";

const PERCENT = "A discount is 1 to 99 whole percent, or 0 to end one.";
const GPUS = "Type a whole number of GPUs, at most 100,000.";
const whole = (message: string, most: number) =>
  z
    .string(message)
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number <= most, message);

const GpuType = z.string(M.unreadable).max(64, M.unreadable).default("");
const NewDiscount = z.object({ gpu_type: GpuType, percent: whole(PERCENT, 99), from: momentOrNothing });
const Withdrawn = z.object({ id: rowId(M.notFound) });
const NewQuota = z.object({
  gpu_type: GpuType,
  gpus: whole(GPUS, 100_000)
    .optional()
    .transform((gpus) => gpus ?? null),
});

const Bank = z.object({
  allowed: z.literal("1").optional(),
  days: whole(M.bankTermsFields, 120).refine((days) => days >= 1, M.bankTermsFields),
  limit: z.string(M.bankTermsFields).transform((typed, context) => {
    const cents = typedCents(typed);
    if (cents !== null && cents >= 500n && cents <= 100_000_000n) return cents;
    context.addIssue({ code: "custom", message: M.bankTermsFields });
    return z.NEVER;
  }),
  credit_when: z.enum(["issued", "paid"], M.unreadable),
});

/** The intents for a customer's own prices and quotas (B21, S17). Each refuses with M197. */
export function termsForms(viewer: Viewer, about: { userId: number; tenantId: number; requestId: string }) {
  const inTurn = async (
    now: Date,
    change: (tx: Tx, act: typeof about & { actorId: number; now: Date }) => Promise<void>,
  ) => {
    const act = { actorId: viewer.userId, ...about, now };
    await transaction(async (tx) => {
      await lockUser(tx, act, "money.act");
      await refuseWhileAddressMoves(tx, act.actorId, now);
      await change(tx, act);
    });
  };
  return {
    "bank-terms": ifMay(
      viewer,
      "money.act",
      onForm(Bank, async ({ allowed, days, limit, credit_when: creditWhen }, { now }) => {
        const terms = { allowed: allowed === "1", days, limitCents: limit, creditWhen };
        await inTurn(now, (tx, act) => setBankTerms(tx, { ...act, ...terms }));
        return {
          notice: allowed
            ? "Bank transfers are allowed."
            : "Bank transfers are not allowed. Open invoices stay payable.",
        };
      }),
    ),
    "check-vat": ifMay(
      viewer,
      "money.act",
      onForm(z.object({ checked: z.enum(["0", "1"], M.unreadable) }), async ({ checked }, { now }) => {
        await inTurn(now, (tx, act) => markVatNumber(tx, { ...act, checked: checked === "1" }));
        return { notice: checked === "1" ? "The tax number counts as checked." : "The check is withdrawn." };
      }),
    ),
    discount: ifMay(
      viewer,
      "money.act",
      onForm(NewDiscount, async ({ gpu_type: gpuType, percent, from }, { now }) => {
        await inTurn(now, (tx, act) => addDiscount(tx, { ...act, gpuType, percent, fromAt: from ?? now }));
        const begins = from ? ` from ${utcDateTime(from)}` : "";
        return { notice: percent === 0 ? "The discount ends then." : `The discount of ${percent}% is set${begins}.` };
      }),
    ),
    "withdraw-discount": ifMay(
      viewer,
      "money.act",
      onForm(Withdrawn, async ({ id }, { now }) => {
        await inTurn(now, (tx, act) => withdrawDiscount(tx, { ...act, id }));
        return { notice: "The planned change is withdrawn." };
      }),
    ),
    quota: ifMay(
      viewer,
      "money.act",
      onForm(NewQuota, async ({ gpu_type: gpuType, gpus }, { now }) => {
        await inTurn(now, (tx, act) => setQuota(tx, { ...act, gpuType, gpus }));
        return { notice: gpus === null ? "The quota is removed." : `The quota is ${gpus} GPUs.` };
      }),
    ),
  };
}
