import { sweep, transaction } from "./db.server";
import { announce } from "./announce.server";
import { type AuditVerdict, verifyAudit } from "./verify-audit.server";

/** Verifies the audit's chain and stores the result for the screen. */
export async function checkAudit({ now }: { now: Date }): Promise<AuditVerdict> {
  const verdict = await sweep((connection) => verifyAudit(connection));
  const { rows, newest, fault } = verdict;
  await transaction(async (tx) => {
    await tx.query(
      `insert into audit_check (at, rows, number, fault) values ($1, $2, $3, $4)
       on conflict (id) do update
         set at = excluded.at, rows = excluded.rows, number = excluded.number, fault = excluded.fault`,
      [now, rows, newest.number, fault],
    );
    await announce(tx, [{ entity: "checks", key: "checks" }]);
  });
  return verdict;
}
