import { transaction, violates } from "./db.server";
import { command } from "./announce.server";
import { writeAudit } from "./write-audit.server";

/** Checks the chain now instead of at night, even if it is too broken to add a row. */
export async function askAuditCheck(given: {
  userId: number;
  requestId: string;
  now: Date;
}): Promise<{ message: string }> {
  await transaction(async (tx) => await command(tx, [{ command: "wake", key: "check-audit" }]));
  try {
    await writeAudit({ ...given, action: "audit.check", target: "audit" });
  } catch (error) {
    if (!violates(error, "audit_link_pkey")) throw error;
  }
  return { message: "The chain is being checked. The result appears here in a moment." };
}
