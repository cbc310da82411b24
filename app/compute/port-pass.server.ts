import { db } from "~/platform/db.server";
import { rolesWith } from "~/platform/may";
import { decrypt, hashOfSecret, isEqualSecret, randomSecret, signatureOf } from "~/platform/secret.server";
import { secondsAfter } from "./whole-seconds";
import { IS_OPEN } from "~/platform/team-open-sql";
import type { PortAccess } from "./find-task-access.server";
import { type PortName, portWord } from "./port-host";

const TICKET = "ways: ticket";
const COOKIE = "ways: cookie";
/** Lifetime of a ticket in seconds, which leads from the product's page to the port's. */
const TICKET_SECONDS = 60;
/** Longer than a ticket's lifetime, for workers whose clocks differ. */
const USED_SECONDS = 600;

/** The holder and target of a pass: another token, port or login needs another pass. */
export interface Pass extends PortName {
  generation: number;
  sessionId: string;
}

const partsOf = (pass: Pass) => [pass.label, portWord(pass), String(pass.generation), pass.sessionId];

/** Creates the unique ticket that the product's page passes in a port's address; it works once, within a minute. */
export function makeTicket(pass: Pass, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + TICKET_SECONDS);
  const once = randomSecret();
  return `${pass.sessionId}.${pass.generation}.${until}.${once}.${signatureOf(TICKET, [...partsOf(pass), until, once])}`;
}

/** Reads a ticket for that port, or null. Does not check whether its login and token are still valid. */
export function readTicket(ticket: string, name: PortName, now: Date): Pass | null {
  const [sessionId = "", generation = "", until = "", once = "", signature = ""] = ticket.split(".");
  const pass = { ...name, sessionId, generation: Number(generation) };
  const expected = signatureOf(TICKET, [...partsOf(pass), until, once]);
  return isEqualSecret(expected, signature) && Number(until) * 1000 >= now.getTime() ? pass : null;
}

/** Uses up a ticket; false if it was used before. */
export async function useTicket(ticket: string, now: Date): Promise<boolean> {
  const used = await db.query(
    `with forgotten as (delete from used_ticket where until < $2)
     insert into used_ticket (hash, until) values ($1, $3) on conflict do nothing returning hash`,
    [hashOfSecret(ticket), now, secondsAfter(now, USED_SECONDS)],
  );
  return used.length > 0;
}

/** Creates the cookie for a port's own host. It names a login, gives none, and is valid as long as that login. */
export function makePortCookie(pass: Pass): string {
  return `${pass.sessionId}.${pass.generation}.${signatureOf(COOKIE, partsOf(pass))}`;
}

/** Reads a cookie of that port, or null, like `readTicket`. */
export function readPortCookie(cookie: string, name: PortName): Pass | null {
  const [sessionId = "", generation = "", signature = ""] = cookie.split(".");
  const pass = { ...name, sessionId, generation: Number(generation) };
  return isEqualSecret(signatureOf(COOKIE, partsOf(pass)), signature) ? pass : null;
}

/** Checks whether that is the token of the task. */
export function isTokenOf({ token }: PortAccess, given: string): boolean {
  const own = decrypt(token);
  return own !== null && isEqualSecret(own, given);
}

/**
 * Checks whether a session may still use a tenant's terminals and ports: it has not ended, and its user still acts
 * there.
 */
export async function maySessionEnter(given: { sessionId: string; tenantId: number; now: Date }): Promise<boolean> {
  const rows = await db.query(
    `select from session s join user_account u on u.id = s.user_id
       join member m on m.user_id = u.id and m.tenant_id = $2
     where s.id = $1 and s.expires_at > $3 and u.state not in ('suspended', 'closed')
       and m.role = any($4) and ${IS_OPEN}`,
    [given.sessionId, given.tenantId, given.now, rolesWith("tasks.act")],
  );
  return rows.length > 0;
}
