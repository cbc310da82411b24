import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { storable } from "~/platform/storable";
import type { ProviderEvent } from "./provider-webhook.server";

/**
 * Stores an event of the provider, once per id, and wakes the job that processes it (4.3).
 * @returns whether it was new.
 */
export async function storeEvent({ event, now }: { event: ProviderEvent; now: Date }): Promise<boolean> {
  return await transaction(async (tx) => {
    const rows = await tx.query(
      `insert into webhook_event (event_id, type, livemode, api_version, object_id, payload, created_at, received_at, try_after)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (event_id) do nothing returning 1`,
      [
        ...[event.eventId, event.type, event.livemode, event.apiVersion, event.objectId],
        ...[JSON.stringify(event.payload, storableValue), event.createdAt, now],
      ],
    );
    await command(tx, [{ command: "wake", key: "work-on-events" }]);
    return rows.length > 0;
  });
}

/** Otherwise one text that the database refuses stops all events that are fetched with it. */
function storableValue(_key: string, value: unknown): unknown {
  return typeof value === "string" ? storable(value) : value;
}
