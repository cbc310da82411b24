import type { Tx } from "./db.server";
import { HAS_RIGHT } from "./staff-rights";
import { sendSoon } from "./queue-mail.server";

/** Mails everybody who runs the fleet, once per cause. */
export async function mailOperators(
  tx: Tx,
  { subject, text, cause }: { subject: string; text: string; cause: string },
): Promise<void> {
  await tx.query(
    `insert into mail (to_address, subject, text, cause)
     select u.email, $1, $2, $3 || ':' || u.id from user_account u
     where ${HAS_RIGHT("fleet.act")} and u.state = 'active' and u.email is not null
     on conflict (cause) do nothing`,
    [subject, text, cause],
  );
  await sendSoon(tx);
}
