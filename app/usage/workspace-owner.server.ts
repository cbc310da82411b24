import { type Tx, transaction, violates } from "~/platform/db.server";
import { inviteMail } from "~/accounts/account-mails";
import { createTenant } from "~/accounts/create-tenant.server";
import { emailFault } from "~/accounts/email-address";
import { INVITATION_MS, makeMailLink } from "~/accounts/mail-links.server";
import { IS_UNCONFIRMED, removeRegistration } from "~/accounts/remove-unverified.server";
import { writeAudit } from "~/platform/write-audit.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/usage/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { readWaitingKey } from "./inside/workspaces/inference-keys.server";
import type { StaffAct } from "./inside/workspaces/staff-act";

/** The future owner of a workspace, and the inference token for it. */
interface Owner {
  tenantName: string;
  inferenceToken: string;
}

interface FoundOwner {
  userId: number;
  tenantId: number;
  tenantName: string;
}

const NAME_MAX = 100;

/** Returns a known user as owner: Get (3.7). Audited, since it shows a token. @throws Refusal M93. */
export async function getOwner({ email, ...by }: StaffAct & { email: string }): Promise<Owner> {
  const { actorId: userId, requestId, now } = by;
  return await transaction(async (tx) => {
    const owner = await holdOwner(tx, { email, ...by });
    const inferenceToken = await readWaitingKey(tx, { ...owner, now });
    const { tenantId, tenantName } = owner;
    const audit = { userId, action: "workspace.show-waiting-key", target: `tenant:${tenantName}`, tenantId };
    await writeAudit({ ...audit, after: { shown: 1 }, requestId, now }, tx);
    return { tenantName, inferenceToken };
  });
}

/**
 * Returns an owner for any address: New (3.7). An unknown address gets an unconfirmed account and an invitation, which
 * replace a registration that nobody has confirmed. @throws M81.
 */
export async function createOwner(given: StaffAct & { email: string }): Promise<Owner> {
  const email = given.email.toLowerCase();
  const known = await transaction((tx) => findOwner(tx, email));
  const fault = known ? null : emailFault(email);
  if (fault !== null) throw Refusal.ofField("email", fault);
  if (!known) {
    // An account that a concurrent call has invited meanwhile stays.
    await transaction((tx) => removeRegistration(tx, { email, invited: true, now: given.now }));
    await invite({ ...given, email });
  }
  return await getOwner({ ...given, email });
}

/**
 * Holds the admin's right and the owner until the commit, and reads the owner only then: the account may have been
 * closed or handed over meanwhile. @throws Refusal M02, M93.
 */
export async function holdOwner(tx: Tx, { email, actorId, now }: StaffAct & { email: string }): Promise<FoundOwner> {
  const ownerId = (await findOwner(tx, email))?.userId;
  await holdStaffRight(tx, { userId: actorId, ownerId, now }, "usage.act");
  const owner = await findOwner(tx, email);
  if (!owner) throw Refusal.ofField("email", M.noUserWithEmail);
  return owner;
}

/** Finds the account of an address; a registration that nobody has confirmed may be a stranger's, and is not found. */
async function findOwner(tx: Tx, email: string): Promise<FoundOwner | null> {
  const [owner] = await tx.query<FoundOwner>(
    `select u.id as "userId", t.id as "tenantId", t.tenant_name as "tenantName"
     from user_account u join tenant t on t.id = u.tenant_id
     where u.email = $1 and (u.password_hash is null or not (${IS_UNCONFIRMED}))`,
    [email.toLowerCase()],
  );
  return owner ?? null;
}

/** Creates an account without a password: the link in the mail lets its owner choose one and confirms the address (6.7). */
async function invite({ email, actorId, requestId, now }: StaffAct & { email: string }): Promise<void> {
  const name = [...(email.split("@")[0] ?? "")].slice(0, NAME_MAX).join("");
  try {
    await createTenant(
      { name, email, password: { hash: null }, role: "customer", state: "unverified", now },
      async (tx, { userId, tenantId }) => {
        const token = await makeMailLink(tx, { kind: "reset", userId, lastsMs: INVITATION_MS, now });
        const urls = { url: ownUrl(`/reset/${token}`), forgotUrl: ownUrl("/forgot") };
        await queueMail(tx, { to: email, ...inviteMail(urls), cause: `invite:${userId}` });
        const audit = { userId: actorId, action: "user.invite", target: `user:${userId}`, tenantId };
        await writeAudit({ ...audit, after: { state: "unverified" }, requestId, now }, tx);
      },
    );
  } catch (error) {
    // Of two concurrent calls, the database let one through, and the other finds the user.
    if (!violates(error, "user_account_email_key")) throw error;
  }
}
