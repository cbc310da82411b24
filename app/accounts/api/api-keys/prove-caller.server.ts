import { isRecentLogin } from "~/accounts/recent-login";
import { requirePassword } from "~/accounts/require-password.server";
import type { Session } from "~/accounts/session.server";

/** Asks a session with an old login for the password before it changes secrets, like the screens (2.5). */
export async function proveCaller(given: {
  userId: number;
  /** Null if a key calls. */
  session: Session | null;
  password: string;
  now: Date;
}): Promise<void> {
  const { userId, session, password, now } = given;
  if (session && !isRecentLogin(session.loginAt, now)) await requirePassword({ userId, password, field: "password" });
}
