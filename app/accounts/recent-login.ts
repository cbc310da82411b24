const RECENT_LOGIN_MS = 15 * 60_000;

/** Checks whether a login is recent enough to change secrets without the password (2.5). */
export function isRecentLogin(loginAt: Date, now: Date): boolean {
  return now.getTime() - loginAt.getTime() <= RECENT_LOGIN_MS;
}
