import { db, type Queryable } from "~/platform/db.server";
import { asUnits, type Units, wholeCents, ZERO } from "./units";

/** Begins the key of each posting that gives back a task's cost. */
export const GIVE_BACK_KEY = "give-back:";

/** SQL for the refunds by rule of a task (`task`). */
const REFUNDED = `(select coalesce(-sum(entry.units), 0) from ledger_transaction posted
    join ledger_entry entry on entry.transaction_id = posted.id
    join ledger_account account on account.id = entry.account_id and account.kind = 'refund'
    where posted.resv_guid = task.resv_guid and posted.kind = 'refund' and posted.key not like '${GIVE_BACK_KEY}%')`;

/** SQL for all that was given back of a task (`task`): refunds by rule, and what staff gave (B19). */
export const GIVEN_BACK = `(${REFUNDED}
  + (select coalesce(sum(units), 0) from give_back where give_back.resv_guid = task.resv_guid))::bigint`;

/** All that was given back of a task. Its lock makes the sum hold until the transaction ends. */
export async function readGivenBack(q: Queryable, resvGuid: string): Promise<Units> {
  const [row] = await q.query<{ units: bigint }>(`select ${GIVEN_BACK} as units from task where resv_guid = $1`, [
    resvGuid,
  ]);
  return asUnits(row?.units ?? ZERO);
}

/** The refunds of a task by rule, and all that was given back of it, both in whole cents. */
export async function readRefunds({ resvGuid }: { resvGuid: string }) {
  const [row] = await db.query<{ refunded: bigint; givenBack: bigint }>(
    `select ${REFUNDED}::bigint as refunded, ${GIVEN_BACK} as "givenBack" from task where resv_guid = $1`,
    [resvGuid],
  );
  const centsOf = (units = 0n) => Number(wholeCents(asUnits(units)));
  return { refundCents: centsOf(row?.refunded), givenBackCents: centsOf(row?.givenBack) };
}
