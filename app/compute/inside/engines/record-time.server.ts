import type { PlaceSpent } from "~/compute/engine";
import { refundTime } from "~/money/refund-time.server";
import { ZERO } from "~/money/units";
import { transaction, type Tx } from "~/platform/db.server";
import { mailOperators } from "~/platform/mail-operators.server";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { writeAudit } from "~/platform/write-audit.server";
import { judgeTime, type TimeVerdict } from "./judge-time";

interface Compared {
  resvGuid: string;
  engineId: number;
  tenantId: number;
  taskName: string;
  clusterName: string;
  charged: number;
  isEndKnown: boolean;
}

/** Keeps what accounting says about a place, and refunds what it was charged for longer, in one transaction and once. */
export async function recordTime(
  { name, spent }: { name: string; spent: PlaceSpent | null },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const place = await lockPlace(tx, name);
    if (!place) return;
    const [row] = await tx.query<{ verdict: TimeVerdict }>(`select verdict from place_time where name = $1`, [name]);
    const before = row?.verdict ?? null;
    if (before !== null && before !== "unknown" && before !== "runaway") return;
    const verdict = judgeTime({ ...place, spent, before });
    const over = verdict === "over" ? place.charged - (spent?.seconds ?? 0) : 0;
    const key = `engine-refund:${name}`;
    const refunded = over > 0 ? await refundTime(tx, { resvGuid: place.resvGuid, seconds: over, key, now }) : ZERO;
    const elapsed = spent && !spent.isOpen ? spent.seconds : null;
    await tx.query(
      `insert into place_time (name, engine_id, charged_s, elapsed_s, verdict, refunded_units, checked_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (name) do update set charged_s = excluded.charged_s,
         elapsed_s = excluded.elapsed_s, verdict = excluded.verdict, refunded_units = excluded.refunded_units,
         checked_at = case place_time.verdict when excluded.verdict then place_time.checked_at else excluded.checked_at end`,
      [name, place.engineId, place.charged, elapsed, verdict, refunded, now],
    );
    if (over > 0) await tell(tx, { ...place, name, over, elapsed, refunded, now });
  });
}

/** Locks its task. A task's seconds are those of the last attempt that was placed: one that ran is not placed again. */
async function lockPlace(tx: Tx, name: string): Promise<Compared | null> {
  const [place] = await tx.query<Compared>(
    `select place.resv_guid as "resvGuid", place.engine_id as "engineId", t.tenant_id as "tenantId", t.task_name as "taskName",
       t.cluster_name as "clusterName", place."end" is not null as "isEndKnown",
       case when place.attempt = (select max(p.attempt) from placement p where p.resv_guid = place.resv_guid)
         then t.charged_seconds else 0 end as charged
     from engine_place place join task t on t.resv_guid = place.resv_guid where place.name = $1 for no key update of t`,
    [name],
  );
  return place ?? null;
}

interface Told extends Compared {
  name: string;
  over: number;
  elapsed: number | null;
  refunded: bigint;
  now: Date;
}

/** Mails operators, once for all places of an engine in a day; tells the customer; and writes down what was done. */
async function tell(tx: Tx, { name, over, elapsed, refunded, now, ...place }: Told): Promise<void> {
  const { engineId, tenantId, taskName, resvGuid, clusterName, charged } = place;
  const after = { place: name, charged, elapsed, refunded: String(refunded) };
  const audit = { userId: null, action: "engine.refund", target: `cluster:${clusterName}`, after };
  await writeAudit({ ...audit, requestId: "", now }, tx);
  await mailOperators(tx, {
    subject: `${clusterName}: a task was charged for longer than it ran`,
    text: `The accounting of the scheduler of ${clusterName} has ${elapsed ?? 0} s for ${name}; ${charged} s were charged. The difference is refunded, for this and for all such tasks.

This must not happen. Compare the clocks of its machines, and look at ${ownUrl(`/dashboard/clusters/${clusterName}`)}.`,
    cause: `engine-over:${engineId}:${now.toISOString().slice(0, 10)}`,
  });
  if (refunded === 0n) return;
  await notify(tx, {
    ...{ tenantId, retcode: "OK", url: `/tasks/${resvGuid}`, cause: `engine-refund:${name}`, now },
    message: `Your task ${taskName} was charged for ${over} s longer than its cluster ran it. These seconds were refunded.`,
  });
}
