import { transaction } from "~/db.server";
import { command } from "~/domain/announce.server";
import { writeAudit } from "./write-audit.server";

/** Has the chain checked at once instead of at night. */
export async function askAuditCheck(given: {
  userId: number;
  requestId: string;
  now: Date;
}): Promise<{ message: string }> {
  await transaction(async (tx) => {
    await writeAudit({ ...given, action: "audit.check", target: "audit" }, tx);
    await command(tx, [{ command: "wake", key: "check-audit" }]);
  });
  return { message: "The chain is being checked. The result appears here in a moment." };
}
