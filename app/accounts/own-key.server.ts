import { transaction, type Tx } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { makeApiKey } from "./inside/api-keys/make-api-key.server";
import { readApiKey } from "./read-api-key.server";
import { holdSession } from "./session.server";

interface KeyAct {
  userId: number;
  sessionId: string;
  requestId: string;
  now: Date;
}

/** Shows a session's user their whole account key. The caller has asked for the password. @throws Refusal M02. */
export async function showOwnKey(given: KeyAct): Promise<string> {
  return await act("api-key.show", given, async (tx) => (await readApiKey(given, tx))?.whole() ?? "");
}

/** Replaces the account key of a session's user; returns it whole. The caller has asked for the password. @throws Refusal M02. */
export async function renewOwnKey(given: KeyAct): Promise<string> {
  return await act("api-key.new", given, (tx) => makeApiKey(tx, given));
}

/** Holds the session and audits the act, whose transaction it is. */
async function act(action: string, given: KeyAct, work: (tx: Tx) => Promise<string>): Promise<string> {
  const { userId, requestId, now } = given;
  return await transaction(async (tx) => {
    await holdSession(tx, given);
    await writeAudit({ userId, action, target: `user:${userId}`, requestId, now }, tx);
    return await work(tx);
  });
}
