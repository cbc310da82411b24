import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import { contentOf } from "./alert-words";
import type { By } from "./change-rules.server";
import { queueMessage, readTold } from "./tell-channels.server";

const NOTE_MAX = 500;

/** Acknowledges an open alert with a note: it sends no more reminders. Again, only the note changes. */
export async function acknowledgeAlert(by: By, { alertId, note }: { alertId: number; note: string }): Promise<string> {
  if (note.length > NOTE_MAX) throw Refusal.ofField("note", M.alertNote, { status: 422 });
  return await transaction(async (tx) => {
    await holdStaffRight(tx, by, "alerts.act");
    const [alert] = await tx.query<{ name: string; isOver: boolean; isAcknowledged: boolean; note: string }>(
      `select rule_name as name, resolved_at is not null as "isOver", acknowledged_at is not null as "isAcknowledged", note
       from alert where id = $1 for no key update`,
      [alertId],
    );
    if (!alert) throw new Refusal(M.notFound, { status: 404 });
    if (alert.isOver) throw new Refusal(M.alertIsOver, { status: 409 });
    await tx.query(
      `update alert set acknowledged_at = coalesce(acknowledged_at, $2), acknowledged_by = coalesce(acknowledged_by, $3),
         note = $4 where id = $1`,
      [alertId, by.now, by.userId, note],
    );
    const [target, before, after] = [`alert:${alertId}`, { note: alert.note }, { note }];
    await writeAudit({ ...by, action: "alert.acknowledge", target, before, after }, tx);
    if (alert.isAcknowledged) return alert.name;
    // Only PagerDuty keeps this state: people see it on the screen.
    const channels = await tx.query<{ id: number }>(
      `select c.id from alert_told t join alert_channel c on c.id = t.channel_id
       where t.alert_id = $1 and c.kind = 'pagerduty' and c.deleted_at is null`,
      [alertId],
    );
    const told = await readTold(tx, [alertId]);
    for (const { id } of channels)
      await queueMessage(
        tx,
        { id, kind: "pagerduty", address: "" },
        alertId,
        contentOf("acknowledged", told, id, by.now),
        by.now,
      );
    return alert.name;
  });
}
