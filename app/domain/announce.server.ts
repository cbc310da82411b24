import type { Tx } from "~/db.server";

/** What a change can concern: the live events (5.2), and five words that concern the worker alone. */
export type Entity =
  | "task"
  | "balance"
  | "notification"
  | "capacity"
  | "prices"
  | "node"
  | "sysinfo"
  | "tenants"
  | "scheduled"
  | "stats"
  /** Key: checks. What the operators' screen of the money shows of them. */
  | "checks"
  /** Key: node id. Its agent must hear its desired state. */
  | "desired"
  /** Key: session id (hash). Its sockets must be closed. */
  | "session"
  /** Key: a tick's name. It shall run at once. */
  | "wake"
  /** Key: `node id:epoch ms`. The node's agent connected then; its older connections end (4.1). */
  | "agent"
  /** Key: node id. A key of its agent ended; sockets that it opened must be closed. */
  | "agent-key";

export interface Announcement {
  entity: Entity;
  /** Key of the entity (5.2); of `sysinfo` and `tenants` the node key, of `capacity` `cluster:gpu_type`. */
  key: string;
  /** Whose rooms hear it, for entities of /customer. */
  tenantId?: number | null;
}

/**
 * Says, inside the transaction of a change, that what these entities show has changed (5.1).
 * The worker reads their present state after the commit and sends it, so saying it twice does no harm.
 */
export async function announce(tx: Tx, announcements: Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  await tx.prepared.query(
    `with said as (
       insert into outbox (entity, key, tenant_id) select distinct * from unnest($1::text[], $2::text[], $3::int[]))
     select pg_notify('millrace_outbox', '')`,
    [
      announcements.map((one) => one.entity),
      announcements.map((one) => one.key),
      announcements.map((one) => one.tenantId ?? null),
    ],
  );
}
