import type { Account } from "./account.server";
import { findSession } from "./session.server";

/** Who is logged in under a cookie's value and may act; null for anyone else, the suspended included. */
export async function findLogin(given: {
  cookie: string;
  now: Date;
}): Promise<(Account & { sessionId: string }) | null> {
  const session = await findSession(given);
  if (!session || session.account.state === "suspended") return null;
  return { ...session.account, sessionId: session.sessionId };
}
