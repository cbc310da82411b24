import { transaction } from "~/platform/db.server";
import { listDeliveries } from "~/accounts/list-deliveries.server";
import { notify } from "~/platform/notify.server";
import { WebhookSender } from "../../../../worker/jobs/webhook-sender";

interface Of {
  tenantId: number;
}

/** Runs the worker's job at that time and waits for all responses. */
export async function sendAt(at: Date): Promise<void> {
  const sender = new WebhookSender({ clock: () => at });
  try {
    await sender.turn();
    await sender.idle();
  } finally {
    // The next run, which follows a response, would take what the test provides for another one.
    await sender.stop();
  }
}

export async function listedDeliveries({ tenantId }: Of, endpointId: string) {
  return (await listDeliveries({ tenantId, endpointId, state: null, before: null, limit: 100 })).rows;
}

/** An event that endpoints are notified of. */
export async function settleTopUp({ tenantId }: Of, { cause, now }: { cause: string; now: Date }): Promise<void> {
  const event = { type: "topup.settled" as const, data: { topup_id: cause, number: "MR-1", dollars: 5 } };
  await transaction((tx) =>
    notify(tx, { tenantId, retcode: "OK", message: "Paid.", url: "/billing", cause, now, event }),
  );
}
