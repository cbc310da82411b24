import type { Tx } from "./db.server";
import type { LiveEntity } from "./live/events";

/**
 * Live entities that are sent when they change. Load and reports are sent at an interval instead, while somebody looks.
 */
export type Announced = Exclude<LiveEntity, "task_load" | "sysinfo">;

export interface Announcement {
  entity: Announced;
  /** Key of the entity (5.2); of `tenants` the node key, of `capacity` `cluster:gpu_type`. */
  key: string;
}

/** A command for the workers; browsers do not receive it. */
export interface Command {
  command: CommandName;
  key: string;
}

export type CommandName =
  /** Key: the name of a tick or job to run now. */
  | "wake"
  /** Key: node id. Its agent must receive its desired state. */
  | "desired"
  /** Key: session id (hash). Its sockets must be closed. */
  | "session"
  /** Key: `node id:epoch ms`. The node's agent connected at that time; its older connections must be closed (4.1). */
  | "agent"
  /** Key: node id. A key of its agent ended; sockets that it opened must be closed. */
  | "agent-key";

/**
 * Announces, inside the transaction of a change, which entities changed (5.1) and what workers have to do. Workers read
 * the present state after the commit and send it, so a repeated announcement is harmless.
 */
export async function announce(
  tx: Tx,
  announcements: readonly Announcement[],
  commands: readonly Command[] = [],
): Promise<void> {
  const names = [...announcements.map(({ entity }) => entity), ...commands.map(({ command }) => command)];
  if (names.length === 0) return;
  const keys = [...announcements, ...commands].map(({ key }) => key);
  await tx.prepared.query(
    `with said as (insert into outbox (entity, key) select distinct * from unnest($1::text[], $2::text[]))
     select pg_notify('millrace_outbox', '')`,
    [names, keys],
  );
}

/** Announces only the command: nothing that a browser shows has changed. */
export async function command(tx: Tx, commands: readonly Command[]): Promise<void> {
  await announce(tx, [], commands);
}
