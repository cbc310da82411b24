import { checkAudit as check } from "~/domain/audit/check-audit.server";
import { log } from "../log";

/** Nightly proof that no row of the audit was changed, removed or put in; the audit's screen shows what came of it. */
export async function checkAudit(): Promise<void> {
  const { rows, newest, fault } = await check({ now: new Date() });
  if (fault === null) log.info({ rows, number: newest.number, hash: newest.hash }, "the audit is whole");
  else log.fatal({ fault }, "the audit was tampered with");
}
