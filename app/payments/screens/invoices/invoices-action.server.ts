import { z } from "zod";
import { giveCreditNote } from "~/payments/inside/bank/give-credit-note.server";
import { recordReturn } from "~/payments/inside/bank/record-return.server";
import { cancelInvoice, recordTransfer } from "~/payments/inside/bank/record-transfer.server";
import { M } from "~/payments/messages";
import { centsText } from "~/platform/cents-text";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, ifMay, onForm } from "~/platform/http/form.server";
import { reason } from "~/platform/http/schemas/reason.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { refuseHidden } from "~/platform/refuse-hidden";
import { typedCents } from "~/platform/typed-dollars";

const bankReference = z
  .string(M.transferReference)
  .trim()
  .min(1, M.transferReference)
  .max(100, M.transferReference)
  .superRefine(refuseHidden);
const Transfer = z.object({
  id: z.guid(M.notFound),
  transfer_id: z.guid(M.unreadable),
  dollars: z.string().default(""),
  received_on: z.iso.date(M.transferDay),
  reference: bankReference,
});
const Return = z.object({
  id: z.guid(M.notFound),
  return_id: z.guid(M.unreadable),
  dollars: z.string().default(""),
  returned_on: z.iso.date(M.returnDay),
  reference: bankReference,
});
const Note = z.object({
  id: z.guid(M.notFound),
  note_id: z.guid(M.unreadable),
  dollars: z.string().default(""),
  reason,
});
const Cancel = z.object({ id: z.guid(M.notFound) });

/** The acts on an invoice. Each checks its right. */
export async function invoicesAction(args: RouteArgs, viewer: Viewer) {
  const by = { userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    transfer: ifMay(
      viewer,
      "invoices.act",
      onForm(Transfer, async (given, { now }) => {
        const { id: invoiceId, transfer_id: transferId, dollars, received_on: receivedOn, reference } = given;
        const cents = typedCents(dollars);
        if (cents === null || cents <= 0n) throw Refusal.ofField("dollars", M.transferAmount);
        const due = await recordTransfer({ invoiceId, transferId, cents, receivedOn, reference, ...by, now });
        const to = `/dashboard/invoices?id=${invoiceId}`;
        if (due === null) return { to, notice: "This transfer was recorded already, and is not repeated." };
        return {
          to,
          notice: due > 0n ? `Recorded. ${centsText(due)} is still due.` : "Recorded. The invoice is paid.",
        };
      }),
    ),
    return: ifMay(
      viewer,
      "invoices.act",
      onForm(Return, async (given, { now }) => {
        const { id: invoiceId, return_id: returnId, dollars, returned_on: returnedOn, reference } = given;
        const cents = typedCents(dollars);
        if (cents === null || cents <= 0n) throw Refusal.ofField("dollars", M.returnAmount);
        const left = await recordReturn({ invoiceId, returnId, cents, returnedOn, reference, ...by, now });
        const to = `/dashboard/invoices?id=${invoiceId}`;
        if (left === null) return { to, notice: "This return was recorded already, and is not repeated." };
        return { to, notice: `Recorded.${left > 0n ? ` ${centsText(left)} is left to return.` : ""}` };
      }),
    ),
    "credit-note": ifMay(
      viewer,
      "money.act",
      onForm(Note, async ({ id: invoiceId, note_id: noteId, dollars, reason: why }, { now }) => {
        const cents = typedCents(dollars);
        if (cents === null) throw Refusal.ofField("dollars", M.transferAmount);
        const number = await giveCreditNote({ noteId, invoiceId, cents, reason: why, ...by, now });
        const notice = number ? `Credit note ${number} is written.` : "This credit note has already been written.";
        return { to: `/dashboard/invoices?id=${invoiceId}`, notice };
      }),
    ),
    cancel: ifMay(
      viewer,
      "invoices.act",
      onForm(Cancel, async ({ id: invoiceId }, { now }) => {
        await cancelInvoice({ invoiceId, ...by, now });
        return { to: `/dashboard/invoices?id=${invoiceId}`, notice: "The invoice is cancelled." };
      }),
    ),
  });
}
