import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { secondsAfter } from "~/compute/whole-seconds";
import { writeAudit } from "~/platform/write-audit.server";
import { makeSecret } from "./agent-secret.server";

/** ENROL_HOURS */
const ENROL_HOURS = 24;

/** Issues a token with which one machine may enrol into a cluster within 24 h (6.7). @throws Refusal M28. */
export async function issueEnrolmentToken(given: {
  clusterName: string;
  /** The admin; null for the system. */
  userId: number | null;
  requestId: string;
  now: Date;
}): Promise<{ token: string }> {
  const { clusterName, userId, requestId, now } = given;
  const { secret, hash } = makeSecret("mre_");
  await transaction(async (tx) => {
    if (userId !== null) await holdStaffRight(tx, { userId, now }, "fleet.admit");
    const [made] = await tx.query<{ id: number }>(
      `insert into enrolment_token (hash, cluster_name, created_by_id, created_at, expires_at)
       select $1, name, $3, $4, $5 from cluster where name = $2 returning id`,
      [hash, clusterName, userId, now, secondsAfter(now, ENROL_HOURS * 3600)],
    );
    if (!made) throw new Refusal(M.unknownCluster({ cluster_name: clusterName }));
    const after = { cluster_name: clusterName };
    const target = `enrolment-token:${made.id}`;
    await writeAudit({ userId, action: "enrolment-token.issue", target, after, requestId, now }, tx);
  });
  return { token: secret };
}
