import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "../messages";

interface By {
  id: number;
  userId: number;
  requestId: string;
  now: Date;
}

/** Cancels a rehearsal that waits or runs; its worker stops within a second. @throws Refusal M02, M768. */
export async function cancelRehearsal({ id, userId, requestId, now }: By): Promise<{ message: string }> {
  const name = await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const [row] = await tx.query<{ name: string }>(
      `update rehearsal set state = 'cancelled', ended_at = $2, place = null, holder = null, lease_until = null
       where id = $1 and state in ('waiting', 'running') returning name`,
      [id, now],
    );
    if (!row) throw new Refusal(M.rehearsalEnded);
    const entry = { userId, action: "rehearsal.cancel", target: `rehearsal:${id}`, requestId, now };
    await writeAudit({ ...entry, before: { name: row.name } }, tx);
    return row.name;
  });
  return { message: `${name} is cancelled.` };
}

/** Deletes a rehearsal with its file and result; one that runs is stopped. @throws Refusal M02, M04. */
export async function deleteRehearsal({ id, userId, requestId, now }: By): Promise<{ message: string }> {
  const name = await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const [row] = await tx.query<{ name: string }>(`delete from rehearsal where id = $1 returning name`, [id]);
    if (!row) throw new Refusal(M.notFound, { status: 404 });
    const entry = { userId, action: "rehearsal.delete", target: `rehearsal:${id}`, requestId, now };
    await writeAudit({ ...entry, before: { name: row.name } }, tx);
    return row.name;
  });
  return { message: `${name} is deleted.` };
}
