import { randomUUID } from "node:crypto";
import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { dayBefore, exportEnd, EXPORTS_A_DAY } from "./states";

/**
 * Requests a copy of the user's data; the job prepares it, and a mail reports when it is ready. The caller has asked
 * for the password. Refuses with M194 while one is being prepared, and with M195 after three a day.
 */
export async function askExport(given: { userId: number; requestId: string; now: Date }): Promise<{ id: string }> {
  const { userId, requestId, now } = given;
  const id = randomUUID();
  await transaction(async (tx) => {
    await tx.query(`select from user_account where id = $1 for no key update`, [userId]);
    const [had] = await tx.query<{ waiting: boolean; today: number }>(
      `select coalesce(bool_or(state = 'waiting'), false) as waiting, (count(*) filter (where asked_at > $2))::int as today
       from data_export where user_id = $1`,
      [userId, dayBefore(now)],
    );
    if (had?.waiting) throw new Refusal(M.exportUnderWay);
    if (had && had.today >= EXPORTS_A_DAY) throw new Refusal(M.exportsTooMany({ n: EXPORTS_A_DAY }), { status: 429 });
    await tx.query(`insert into data_export (id, user_id, asked_at, expires_at) values ($1, $2, $3, $4)`, [
      ...[id, userId, now, exportEnd(now)],
    ]);
    await writeAudit({ userId, action: "data.export", target: `user:${userId}`, requestId, now }, tx);
    await command(tx, [{ command: "wake", key: "prepare-exports" }]);
  });
  return { id };
}
