import type { Account } from "./account.server";
import { findSession } from "./session.server";

/** The logged-in user of a cookie's value; null for anyone else, including suspended users. */
export async function findLogin(given: {
  cookie: string;
  now: Date;
}): Promise<(Account & { sessionId: string }) | null> {
  const session = await findSession(given);
  if (!session || session.account.state === "suspended") return null;
  return { ...session.account, sessionId: session.sessionId };
}
