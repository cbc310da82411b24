import { type Tx, transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";

const NOT_OPEN = "This token has been used, withdrawn or has expired.";

interface Withdrawal {
  id: number;
  /** The admin who withdraws it. */
  userId: number;
  requestId: string;
  now: Date;
}

/** Ends an enrolment token before a machine has used it (6.7). */
export async function withdrawEnrolmentToken({ id, userId, requestId, now }: Withdrawal): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.admit");
    const [token] = await tx.query<{ cluster_name: string }>(
      `update enrolment_token set withdrawn_at = $2
       where id = $1 and used_at is null and withdrawn_at is null and expires_at > $2 returning cluster_name`,
      [id, now],
    );
    if (!token) throw new Refusal(NOT_OPEN);
    const target = `enrolment-token:${id}`;
    await writeAudit({ userId, action: "enrolment-token.withdraw", target, after: token, requestId, now }, tx);
  });
}

/** Withdraws the unused tokens that a user created since a given time and may no longer keep. */
export async function withdrawTokensOf(
  tx: Tx,
  { userId, since, now }: { userId: number; since: Date; now: Date },
): Promise<void> {
  await tx.query(
    `update enrolment_token set withdrawn_at = $2 where created_by_id = $1 and created_at >= $3 and used_at is null and withdrawn_at is null`,
    [userId, now, since],
  );
}
