import type { Tx } from "~/db.server";
import { announce } from "~/domain/announce.server";
import type { PlacingDecision } from "./waiting-task";

/**
 * Tells customers that their queued tasks start now (6.2), once for each task, however many there are: one
 * statement. A task that is placed anew was announced before.
 */
export async function tellStarted(tx: Tx, placed: readonly PlacingDecision[], now: Date): Promise<void> {
  const started = placed.filter(({ task }) => !task.again).map(({ task }) => task);
  if (started.length === 0) return;
  const rows = await tx.query<{ id: bigint; tenantId: number }>(
    `insert into notification (tenant_id, retcode, human_readable_message, url, cause, at)
     select tenant_id, 'OK', message, '/tasks', cause, $4
     from unnest($1::int[], $2::text[], $3::text[]) as n(tenant_id, message, cause)
     on conflict (cause) do nothing returning id, tenant_id as "tenantId"`,
    [
      started.map((task) => task.tenantId),
      started.map((task) => `Task ${task.taskName} is starting.`),
      started.map((task) => `placed:${task.resvGuid}`),
      now,
    ],
  );
  await announce(
    tx,
    rows.map(({ id, tenantId }) => ({ entity: "notification" as const, key: String(id), tenantId })),
  );
}
