import { transaction } from "~/platform/db.server";
import { endOverdueSessions } from "./session.server";

/** Deletes expired sessions. */
export async function pruneSessions({ now }: { now: Date }): Promise<void> {
  await transaction((tx) => endOverdueSessions(tx, { now }));
}
