import { transaction } from "~/platform/db.server";
import { listDeliveries } from "~/accounts/list-deliveries.server";
import { notify } from "~/platform/notify.server";
import { WebhookSender } from "../../../../worker/jobs/webhook-sender";

interface Of {
  tenantId: number;
}

/** The worker's turn at that time, till all answers are there. */
export async function sendAt(at: Date): Promise<void> {
  const sender = new WebhookSender({ clock: () => at });
  try {
    await sender.turn();
    await sender.idle();
  } finally {
    // Its next turn, which follows an answer, would take what the test gives to another one.
    await sender.stop();
  }
}

export async function listedDeliveries({ tenantId }: Of, endpointId: string) {
  return (await listDeliveries({ tenantId, endpointId, state: null, before: null, limit: 100 })).rows;
}

/** Something that endpoints are told of. */
export async function settleTopUp({ tenantId }: Of, { cause, now }: { cause: string; now: Date }): Promise<void> {
  const event = { type: "topup.settled" as const, data: { topup_id: cause, number: "MR-1", dollars: 5 } };
  await transaction((tx) =>
    notify(tx, { tenantId, retcode: "OK", message: "Paid.", url: "/billing", cause, now, event }),
  );
}
