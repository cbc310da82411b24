import { db } from "~/platform/db.server";
import { DEMO_DOMAIN } from "./seed-history/customers";

const STAND_INS = 10;

/** Chooses customers of the demo's past who go on renting; once, so that one whom staff suspend is not replaced. */
export async function seedTraffic(): Promise<void> {
  await db.query(
    `update tenant set stands_in = true where not exists (select from tenant known where known.stands_in)
       and id in (select u.tenant_id from user_account u
         where u.email like '%@${DEMO_DOMAIN}' and u.state = 'active'
           and exists (select from ssh_key k where k.tenant_id = u.tenant_id)
         order by u.id limit ${STAND_INS})`,
  );
}
