import { z } from "zod";
import { db } from "~/platform/db.server";
import { GIVE_BACK_KEY, GIVEN_BACK } from "~/money/given-back.server";
import { UNITS_PER_CENT } from "~/money/units";
import { RUN_IMAGE } from "~/compute/run-image";

/** Facts of the task's own screen beyond the row of `GET /v1/jobs`. */
interface OwnTask {
  /** Name in the catalogue, or the reference if a template names one. */
  image: string;
  /** Template that the task was started with; empty if none. */
  templateName: string;
  volumes: { name: string; path: string; readOnly: boolean }[];
  /** Null until the task has ended on its own. */
  exitCode: number | null;
  /** Refunds for incidents of the task, in whole cents, without what staff gave back. */
  refundCents: number;
  /** All that was given back of its cost, by rule or by staff, in whole cents. */
  givenBackCents: number;
  /** The member who stopped it. */
  stoppedById: number | null;
}

/** Finds a task of the tenant; null for any other guid. */
export async function findOwnTask(given: { tenantId: number; resvGuid: string }): Promise<OwnTask | null> {
  const { tenantId, resvGuid } = given;
  if (!z.guid().safeParse(resvGuid).success) return null;
  const [task] = await db.query<
    Omit<OwnTask, "refundCents" | "givenBackCents"> & { refunded: bigint; givenBack: bigint }
  >(
    `select ${RUN_IMAGE} as image, template_name as "templateName", exit_code as "exitCode", stopped_by_id as "stoppedById", (
       select coalesce(sum(-entry.units), 0)::bigint from ledger_transaction posted
       join ledger_entry entry on entry.transaction_id = posted.id
       join ledger_account account on account.id = entry.account_id and account.kind = 'refund'
       where posted.resv_guid = task.resv_guid and posted.kind = 'refund' and posted.key not like '${GIVE_BACK_KEY}%') as refunded, ${GIVEN_BACK} as "givenBack",
       coalesce((select jsonb_agg(jsonb_build_object('name', volume.name, 'path', had.path, 'readOnly', had.read_only) order by had.path)
         from task_volume had join volume using (volume_id) where had.resv_guid = task.resv_guid), '[]') as volumes
     from task where resv_guid = $1 and tenant_id = $2`,
    [resvGuid, tenantId],
  );
  if (!task) return null;
  const { refunded, givenBack, ...own } = task;
  const centsOf = (units: bigint) => Number(units / UNITS_PER_CENT);
  return { ...own, refundCents: centsOf(refunded), givenBackCents: centsOf(givenBack) };
}
