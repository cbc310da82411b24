import { isRecentLogin } from "~/domain/accounts/recent-login";
import { requirePassword } from "~/domain/accounts/require-password.server";
import type { Session } from "~/domain/accounts/session.server";

/** What changes secrets by a session of long ago gives the password again, as the screens ask for it (2.5). */
export async function proveCaller(given: {
  userId: number;
  /** Null where a key calls. */
  session: Session | null;
  password: string;
  now: Date;
}): Promise<void> {
  const { userId, session, password, now } = given;
  if (session && !isRecentLogin(session.loginAt, now)) await requirePassword({ userId, password, field: "password" });
}
