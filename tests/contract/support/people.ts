import { startSession } from "~/accounts/session.server";
import { aTenant, type TenantInWorld } from "../../support/world";

export interface Person extends TenantInWorld {
  /** Value of that person's session cookie. */
  cookie: string;
  pageToken: string;
}

/** A person with a tenant, an API key and a session. */
export async function aPerson(given: Parameters<typeof aTenant>[0] = {}): Promise<Person> {
  const tenant = await aTenant(given);
  return { ...tenant, ...(await aSession(tenant.userId)) };
}

/** A session of the user. */
export async function aSession(userId: number, now = new Date()) {
  const { cookie, session } = await startSession({ userId, remember: false, ip: "", userAgent: "test", now });
  return { cookie, pageToken: session.pageToken, sessionId: session.sessionId };
}
