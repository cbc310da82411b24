import { transaction } from "~/db.server";
import { endOverdueSessions } from "./session.server";

/** Removes sessions that have ended by themselves. */
export async function pruneSessions({ now }: { now: Date }): Promise<void> {
  await transaction((tx) => endOverdueSessions(tx, { now }));
}
