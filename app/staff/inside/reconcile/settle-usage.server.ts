import { transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";

/**
 * Settles metered minutes that the provider refused or never answered for: staff have checked the customer's meter
 * there and added the missing ones. Refuses with 404 if the minutes need no settling.
 */
export async function settleUsage(given: {
  userId: number;
  reportId: string;
  requestId: string;
  now: Date;
}): Promise<{ message: string }> {
  const { reportId, now } = given;
  return await transaction(async (tx) => {
    await holdStaffRight(tx, given, "money.act");
    const [found] = await tx.query<{ tenantId: number; minutes: number; error: string }>(
      `update usage_report set state = 'sent', sent_at = $2 where report_id = $1 and state = 'failed'
       returning tenant_id as "tenantId", minutes, error`,
      [reportId, now],
    );
    if (!found) throw new Refusal(M.notFound, { status: 404 });
    const { tenantId, ...report } = found;
    await tx.query(
      `update reconcile_difference set resolved_at = $2
       where check_name = 'usage' and subject = $1 and resolved_at is null`,
      [reportId, now],
    );
    await writeAudit(
      {
        ...given,
        action: "usage.settle",
        target: `usage:${reportId}`,
        tenantId,
        before: report,
        after: { state: "sent" },
      },
      tx,
    );
    await announce(tx, [{ entity: "checks", key: "checks" }]);
    const { minutes } = report;
    return { message: minutes === 1 ? "1 minute is settled." : `${minutes} minutes are settled.` };
  });
}
