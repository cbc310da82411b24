import type { Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import type { StaffRight } from "~/platform/staff-rights";
import { M } from "~/payments/messages";
import type { BankInvoice } from "./bank-invoice";
import { lockInvoice } from "./read-invoice.server";

interface Act {
  invoiceId: string;
  userId: number;
  now: Date;
}

/**
 * Locks an invoice for an act of staff, and holds their right until the commit (16.9). Nobody moves money of a team of
 * their own (B23).
 * @throws Refusal M02, M197, M680, 404
 */
export async function lockForStaff(tx: Tx, act: Act, right: StaffRight): Promise<BankInvoice> {
  const { invoiceId, userId, now } = act;
  await holdStaffRight(tx, act, right);
  await refuseWhileAddressMoves(tx, userId, now);
  const invoice = await lockInvoice(tx, invoiceId);
  if (!invoice) throw new Refusal(M.notFound, { status: 404 });
  const own = await tx.query(`select from member where tenant_id = $1 and user_id = $2`, [invoice.tenantId, userId]);
  if (own.length > 0) throw new Refusal(M.ownInvoice, { status: 403 });
  return invoice;
}
