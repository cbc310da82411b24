import type { Queryable } from "~/platform/db.server";
import { FREE_NODE_COLUMNS, FREE_NODES, NODE_IN_SERVICE, TASK_WAITS } from "~/compute/capacity-sql.server";
import { avoidedSince, type Row } from "./read-row.server";

/**
 * Reads a text that differs once anything has changed that the plan of a row depends on (S13): its waiting tasks, its
 * nodes and their free GPUs, holds, price and discounts, and the money of the tenants that wait. It is computed in the
 * database, because a long queue takes longer to read than to plan. Limits of members and keys are not in it, nor what
 * time alone changes.
 */
export async function readRowState(db: Queryable, { clusterName, gpuType }: Row, now: Date): Promise<string> {
  const [read] = await db.query<{ state: string }>(STATE, [avoidedSince(now), clusterName, gpuType, now]);
  return read?.state ?? "";
}

/** `xmin` is the number of the transaction that wrote a row last. */
const STATE = `
  with waiting as materialized (
    select t.xmin::text::bigint as written, t.tenant_id, t.needs_container from task t
    where t.cluster_name = $2 and t.gpu_type = $3 and ${TASK_WAITS}
  ), tenants as materialized (select distinct tenant_id from waiting),
  queue as (select count(*) as tasks, sum(written) as written, bool_or(needs_container) as containers from waiting)
  select concat_ws(' ',
    (select queue::text from queue),
    (select row(count(*), sum(hashtextextended(row(free."nodeId", free.gpus, free."ibsActive", free.held, free."busySince",
        free."freeBy", free."fencedFor", free.avoided, free."avoidedBy", free.images_without_room, case when queue.containers then free.means end)::text, 0)))::text
      from queue, (select ${FREE_NODE_COLUMNS}, n.images_without_room from ${FREE_NODES}
        where n.cluster_name = $2 and n.gpu_type = $3 and ${NODE_IN_SERVICE}) free),
    (select array_agg(row(resv_guid, node_ids)::text order by resv_guid)::text from row_hold where cluster_name = $2 and gpu_type = $3),
    (select row(pph_cents)::text from price where gpu_type = $3),
    (select row(count(*), sum(xmin::text::bigint))::text from tenant_discount
      where gpu_type in ('', $3) and from_at <= $4),
    (select row(count(*), sum(balance))::text from ledger_account join tenants using (tenant_id) where unit = 'usd'),
    (select row(count(*), sum(pph))::text from task join tenants using (tenant_id)
      where state in ('placing', 'starting', 'running', 'incident', 'stopping'))) as state`;
