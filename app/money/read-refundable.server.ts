import { db } from "~/platform/db.server";
import { billedOf } from "./charge";
import { GIVE_BACK_KEY, GIVEN_BACK } from "./given-back.server";
import { asUnits, type Units } from "./units";

/** A task with what it cost and what is left to give back (B19). */
export interface RefundableTask {
  resvGuid: string;
  taskName: string;
  tenantId: number;
  tenantName: string;
  state: string;
  gpus: number;
  gpuType: string;
  clusterName: string;
  pph: number;
  chargedSeconds: number;
  /** Whole cents charged so far. */
  charged: Units;
  givenBack: Units;
  left: Units;
}

/** Reads tasks of any tenants, in the order of the tenants' names. */
export async function readRefundable(resvGuids: readonly string[]): Promise<RefundableTask[]> {
  const rows = await db.query<Omit<RefundableTask, "charged" | "left">>(
    `select resv_guid as "resvGuid", task_name as "taskName", tenant_id as "tenantId", tenant_name as "tenantName",
       state, gpus_granted as gpus, gpu_type as "gpuType", cluster_name as "clusterName", pph,
       charged_seconds as "chargedSeconds", ${GIVEN_BACK} as "givenBack"
     from task join tenant on tenant.id = task.tenant_id where resv_guid = any($1::uuid[])
     order by tenant_name, task_name, resv_guid`,
    [resvGuids],
  );
  return rows.map((row) => {
    const charged = billedOf(row);
    const left = charged - row.givenBack;
    return { ...row, charged, left: asUnits(left > 0n ? left : 0n) };
  });
}

/** A refund of a task: by rule, or given by staff. */
export interface TaskRefund {
  id: string;
  at: Date;
  units: Units;
  /** Null: a rule gave it. */
  by: string | null;
  reason: string;
  note: string;
  /** True if it waits for the provider on its way to a card. */
  waits: boolean;
}

/** All refunds of a task, newest first. */
export async function readTaskRefunds(resvGuid: string): Promise<TaskRefund[]> {
  return await db.query<TaskRefund>(
    `select coalesce(posted.id::text, 'before ' || given.before_units, '') as id, coalesce(given.at, posted.at) as at,
       coalesce(given.units, posted.units)::bigint as units, giver.name as by, coalesce(given.reason, '') as reason,
       coalesce(given.note, '') as note, posted.id is null as waits
     from (select transaction.id, transaction.key, transaction.at, -entry.units as units from ledger_transaction transaction
         join ledger_entry entry on entry.transaction_id = transaction.id
         join ledger_account account on account.id = entry.account_id and account.kind = 'refund'
         where transaction.resv_guid = $1::uuid and transaction.kind = 'refund') posted
     full join (select * from give_back where resv_guid = $1::uuid) given
       on posted.key = '${GIVE_BACK_KEY}' || given.resv_guid || ':' || given.before_units
     left join user_account giver on giver.id = given.given_by_id
     order by 2 desc, posted.id desc`,
    [resvGuid],
  );
}
