import { transaction } from "~/db.server";
import { announce } from "~/domain/announce.server";
import { writeAudit } from "~/domain/audit/write-audit.server";

/** Has the money checked at once instead of at the next full hour. */
export async function askReconcile(given: {
  userId: number;
  requestId: string;
  now: Date;
}): Promise<{ message: string }> {
  await transaction(async (tx) => {
    await writeAudit({ ...given, action: "money.check", target: "money" }, tx);
    await announce(tx, [{ entity: "wake", key: "reconcile" }]);
  });
  return { message: "The checks are running. Their results appear here in a moment." };
}
