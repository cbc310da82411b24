import { db } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";

/** Checks whether a tenant still lacks the country that a receipt names; it may be empty until a top-up (9.2). */
export async function lacksCountry({ tenantId }: { tenantId: number }): Promise<boolean> {
  const [row] = await db.query(`select from tenant where id = $1 and country = ''`, [tenantId]);
  return row !== undefined;
}

/** Stores the country of a tenant that has none. Refuses with M79 if it is still missing. */
export async function settleCountry(given: { tenantId: number; country: string }): Promise<void> {
  if (!(await lacksCountry(given))) return;
  if (given.country === "") throw Refusal.ofField("country", M.countryRequired);
  await db.query(`update tenant set country = $2 where id = $1 and country = ''`, [given.tenantId, given.country]);
}
