import type { Tx } from "~/platform/db.server";
import { notifyAll } from "~/platform/notify.server";
import type { WarningDays } from "./unpaid-steps";

interface NotifiedVolume {
  volumeId: string;
  tenantId: number;
  name: string;
  gb: number;
  /** Time since which it is unpaid. */
  stateAt: Date;
}

const LEFT: Record<WarningDays, string> = { 14: "in 14 days", 7: "in 7 days", 1: "tomorrow" };

/** Warns tenants that unpaid volumes will be deleted: on the screen and by mail, once per volume and warning. */
export async function notifyUnpaid(
  tx: Tx,
  volumes: readonly NotifiedVolume[],
  days: WarningDays,
  now: Date,
): Promise<void> {
  await notifyAll(
    tx,
    volumes.map(({ volumeId, tenantId, name, gb, stateAt }) => ({
      tenantId,
      retcode: "ERROR" as const,
      message: `Volume ${name} is unpaid and will be deleted ${LEFT[days]}. Add funds to keep its data.`,
      url: "/volumes",
      cause: `volume-unpaid:${volumeId}:${stateAt.getTime()}:${days}`,
      now,
      mail: {
        subject: `Volume ${name} will be deleted ${LEFT[days]}`,
        text: `Your balance no longer covers volume ${name} (${gb} GB). The volume is kept, but no task can use it. It will be deleted with all its data ${LEFT[days]}. To keep it, add funds: its cost since then is charged at once. If you do not need it, delete it: that costs nothing.`,
      },
    })),
  );
}

/** Notifies a tenant that an unpaid volume is being deleted. */
export async function notifyDeleted(
  tx: Tx,
  { volumeId, tenantId, name, gb }: NotifiedVolume,
  now: Date,
): Promise<void> {
  await notifyAll(tx, [
    {
      tenantId,
      retcode: "ERROR",
      message: `Volume ${name} was deleted: it was unpaid for 14 days.`,
      url: "/volumes",
      cause: `volume-deleted:${volumeId}`,
      now,
      mail: {
        subject: `Volume ${name} was deleted`,
        text: `Volume ${name} (${gb} GB) was unpaid for 14 days. It was deleted with all its data.`,
      },
    },
  ]);
}
