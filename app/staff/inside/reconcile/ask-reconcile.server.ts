import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";

/** Starts the checks of money now instead of at the next full hour, and of counts instead of at night. */
export async function askReconcile(given: {
  userId: number;
  requestId: string;
  now: Date;
}): Promise<{ message: string }> {
  await transaction(async (tx) => {
    await writeAudit({ ...given, action: "money.check", target: "money" }, tx);
    await command(tx, [
      { command: "wake", key: "reconcile" },
      { command: "wake", key: "check-counts" },
    ]);
  });
  return { message: "The checks are running. Their results appear here in a moment." };
}
