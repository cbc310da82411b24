import type { Tx } from "~/platform/db.server";
import { withdrawTokensOf } from "~/fleet/withdraw-enrolment-token.server";
import { centsText } from "~/platform/cents-text";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { HAS_RIGHT, STAFF_RIGHT_NAMES, type StaffRight } from "~/platform/staff-rights";
import { utcDateTime } from "~/platform/utc-text";

interface Leaving {
  userId: number;
  /** The rights that end. */
  lost: readonly StaffRight[];
  /** Start of the time in which secrets were created and shown. */
  since: Date;
  now: Date;
}

const EVER = new Date(0);

/**
 * Revokes what somebody who loses rights of staff may have kept of them: enrolment tokens end, and the admins get a list of the
 * source keys and workspace tokens that they saw, of schedulers and images whose token or password they entered, of promo codes,
 * discounts and invoices by bank transfer that they gave, of prices and rates of VAT that they planned, of bank details that
 * they changed, and of channels of alerts that they led somewhere (decision 0332). Their conversations are unassigned. Called while those keys still work, and the role is still theirs.
 */
export async function endAdminAccess(
  tx: Tx,
  given: Omit<Leaving, "since" | "lost"> & { lost?: readonly StaffRight[]; keepsRole?: boolean },
): Promise<void> {
  if ((given.lost ?? STAFF_RIGHT_NAMES).includes("customers.see"))
    await tx.query(`update conversation set assigned_to = null, told = false where assigned_to = $1`, [given.userId]);
  await endAndNotify(
    tx,
    { lost: STAFF_RIGHT_NAMES, ...given, since: EVER },
    {
      subject: "Replace the keys that a former admin knows",
      what: given.keepsRole
        ? "has lost rights of the role {role}, and knows these"
        : "is no longer a Millrace {role}, and knows these",
      tells: "others",
    },
  );
}

/**
 * Ends enrolment tokens and service keys that an admin's account created since a change of address that the admin has
 * reverted: an intruder may have used it. All admins, this one included, get a list of the other keys that it was shown
 * and of the machines that enrolled with its tokens.
 */
export async function endLentAdminAccess(tx: Tx, given: Omit<Leaving, "lost">): Promise<void> {
  await endAndNotify(
    tx,
    { ...given, lost: STAFF_RIGHT_NAMES },
    {
      subject: "Replace the keys that somebody else may know",
      what: "reverted a change of email address. Somebody else may have used the account meanwhile. Check what they may have read or admitted",
      tells: "all",
    },
    await enrolledMachines(tx, given),
  );
  await tx.query(
    `update api_key set revoked_at = $3 where user_id = $1 and created_at >= $2 and scope = 'usage'
       and (revoked_at is null or revoked_at > $3)`,
    [given.userId, given.since, given.now],
  );
}

async function endAndNotify(
  tx: Tx,
  given: Leaving,
  { subject, what, tells }: { subject: string; what: string; tells: "all" | "others" },
  machines: readonly string[] = [],
): Promise<void> {
  if (given.lost.includes("fleet.admit")) await withdrawTokensOf(tx, given);
  if (given.lost.includes("usage.act")) await endWaitingKeys(tx, given);
  const lines: string[] = [];
  for (const [right, list] of KNOWN_WITH) if (given.lost.includes(right)) lines.push(...(await list(tx, given)));
  lines.push(...machines);
  if (lines.length === 0) return;
  const { userId, now } = given;
  const admins = await tx.query<{ to: string; email: string | null; role: string }>(
    `select other.email as to, person.email,
       case when person.role in ('admin', 'customer') then 'admin' when person.role = 'operator' then 'operator' else role.label end as role
     from user_account other, user_account person join user_role role on role.name = person.role
     where person.id = $1 and ${HAS_RIGHT("staff.act", "other")} and other.state = 'active' and other.email is not null
       and (other.id <> $1 or $2) order by other.id`,
    [userId, tells === "all"],
  );
  for (const { to, email, role } of admins)
    await queueMail(tx, {
      to,
      subject,
      text:
        `${email ?? "A closed account"} ${what.replace("{role}", role)}:\n\n` +
        `${lines.map((line) => `- ${line}`).join("\n")}\n\n` +
        `The keys of sources may have stopped working with the account. Create new keys and tokens: ${ownUrl("/dashboard/ingestion")} and ${ownUrl("/dashboard/workspaces")}\n` +
        `Disable promo codes that nobody else needs: ${ownUrl("/dashboard/marketing")}\n` +
        (machines.length > 0 ? `Retire machines that are not yours: ${ownUrl("/dashboard/nodes")}\n` : ""),
      cause: `former-admin:${userId}:${now.getTime()}:${to}`,
    });
}

/** Lists of things that somebody may still know or have made, each with the right that it takes. */
const KNOWN_WITH: readonly (readonly [StaffRight, (tx: Tx, leaving: Leaving) => Promise<string[]>])[] = [
  ["usage.act", knownSources],
  ["usage.act", knownWorkspaces],
  ["fleet.admit", knownEngines],
  ["prices.act", knownImages],
  ["prices.act", plannedPrices],
  ["prices.act", plannedModelPrices],
  ["promos.act", madeCodes],
  ["money.act", madeDiscounts],
  ["money.act", allowedInvoices],
  ["money.act", changedBank],
  ["money.act", plannedRates],
  ["alerts.act", ledChannels],
];

/** Lists the sources whose service key the admin was shown. A key is shown once, to the user it was created for. */
async function knownSources(tx: Tx, { userId, since, now }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select distinct s.name from api_key k join usage_source s on s.id = k.source_id
     where k.user_id = $1 and k.scope = 'usage' and k.created_at >= $3 and (k.revoked_at is null or k.revoked_at > $2) order by s.name`,
    [userId, now, since],
  );
  return rows.map(({ name }) => `the service key of the source ${name}`);
}

/** SQL: `a` records that the admin `$1` was shown the waiting inference key `k` of the tenant `t`. */
const SAW_KEY = `a.user_id = $1 and a.at >= greatest(k.created_at, $2)
  and a.action = 'workspace.show-waiting-key' and a.target = 'tenant:' || t.tenant_name`;

/** Ends the inference keys that the admin was shown and that wait for a workspace: the next view makes another. */
async function endWaitingKeys(tx: Tx, { userId, since, now }: Leaving): Promise<void> {
  await tx.query(
    `update api_key k set revoked_at = $3 from tenant t
     where t.id = k.tenant_id and k.scope = 'inference' and k.workspace_id is null and k.revoked_at is null
       and exists (select from audit_row a where ${SAW_KEY})`,
    [userId, since, now],
  );
}

/**
 * Lists the workspaces whose tokens the admin viewed or created, or whose key the admin saw while it waited; each case
 * is audited.
 */
async function knownWorkspaces(tx: Tx, { userId, since, now }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select w.name from workspace w where w.deleted_at is null and (
       exists (select from audit_row a where a.user_id = $1 and a.at >= greatest(w.created_at, $2)
         and (a.action in ('workspace.list-tokens', 'workspace.list-keys') or a.target = 'workspace:' || w.name
           and a.action in ('workspace.create', 'workspace.show-tokens', 'workspace.rotate-key', 'workspace.new-admin-token',
             'workspace.undo-delete')))
       or exists (select from api_key k join tenant t on t.id = k.tenant_id, audit_row a
         where k.workspace_id = w.id and (k.revoked_at is null or k.revoked_at > $3) and a.at <= w.created_at and ${SAW_KEY}))
     order by w.name`,
    [userId, since, now],
  );
  return rows.map(({ name }) => `tokens of the workspace ${name}`);
}

/** Lists the admin's promo codes that still give something: a former admin could redeem them like anybody. */
async function madeCodes(tx: Tx, { userId, since, now }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ code: string; left: number | null }>(
    `select code, max_redemptions - times_redeemed as left from promo_code
     where created_by_id = $1 and created_at >= $2 and disabled_at is null and (expires_at is null or expires_at > $3)
       and (max_redemptions is null or max_redemptions > times_redeemed) order by code`,
    [userId, since, now],
  );
  return rows.map(
    ({ code, left }) => `the promo code ${code}, ${left === null ? "without a limit of uses" : `${left} uses left`}`,
  );
}

/** Lists the admin's discounts that count now or later. */
async function madeDiscounts(tx: Tx, { userId, since, now }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ percent: number; gpuType: string; from: Date; tenant: string; ownerId: number }>(
    `select d.percent, d.gpu_type as "gpuType", d.from_at as "from", t.tenant_name as tenant, m.user_id as "ownerId"
     from tenant_discount d join tenant t on t.id = d.tenant_id join member m on m.tenant_id = t.id and m.role = 'owner'
     where d.created_by = $1 and d.created_at >= $2 and d.percent > 0 and not exists (
       select from tenant_discount later where later.tenant_id = d.tenant_id and later.gpu_type = d.gpu_type
         and later.from_at > d.from_at and later.from_at <= $3)
     order by t.tenant_name, d.from_at, d.gpu_type`,
    [userId, since, now],
  );
  return rows.map(
    ({ percent, gpuType, from, tenant, ownerId }) =>
      `the discount of ${percent}% for ${gpuType || "all"} GPUs of ${tenant}, from ${utcDateTime(from)}: ${ownUrl(`/users/view/${ownerId}`)}`,
  );
}

/** Lists the customers who may have invoices because the admin said so. */
async function allowedInvoices(tx: Tx, { userId, since }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ tenant: string; ownerId: number }>(
    `select t.tenant_name as tenant, m.user_id as "ownerId"
     from bank_terms b join tenant t on t.id = b.tenant_id join member m on m.tenant_id = t.id and m.role = 'owner'
     where b.allowed and exists (select from audit_row a where a.user_id = $1 and a.at >= $2 and a.tenant_id = t.id
       and a.action = 'tenant.bank-terms' and (a.after ->> 'allowed')::boolean) order by t.tenant_name`,
    [userId, since],
  );
  return rows.map(
    ({ tenant, ownerId }) => `invoices by bank transfer for ${tenant}: ${ownUrl(`/users/view/${ownerId}`)}`,
  );
}

/** Names the bank details on invoices if they are those that the admin typed. */
async function changedBank(tx: Tx, { userId, since }: Leaving): Promise<string[]> {
  const rows = await tx.query(
    `select from seller s where s.bank_details <> '' and exists (
       select from audit_row a where a.user_id = $1 and a.at >= $2 and a.action = 'vat.seller'
         and a.after ->> 'bankDetails' = s.bank_details and a.before ->> 'bankDetails' is distinct from s.bank_details)`,
    [userId, since],
  );
  return rows.map(() => `the bank details on invoices, which they changed: ${ownUrl("/dashboard/vat")}`);
}

/** Lists the prices that the admin planned and that still come. */
async function plannedPrices(tx: Tx, { userId, since }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ gpuType: string; cents: number; from: Date }>(
    `select gpu_type as "gpuType", pph_cents as cents, applies_at as from from price_change
     where user_id = $1 and created_at >= $2 and state = 'planned' order by applies_at, gpu_type`,
    [userId, since],
  );
  return rows.map(
    ({ gpuType, cents, from }) =>
      `the planned price of ${gpuType}, ${centsText(BigInt(cents))} from ${utcDateTime(from)}: ${ownUrl("/dashboard/catalogue")}`,
  );
}

/** Lists the prices of models that the admin planned and that still come. */
async function plannedModelPrices(tx: Tx, { userId, since, now }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ model: string; from: Date }>(
    `select model, from_at as from from model_price where created_by = $1 and created_at >= $2 and from_at > $3
     order by from_at, model`,
    [userId, since, now],
  );
  return rows.map(
    ({ model, from }) =>
      `the planned price of the model ${model}, from ${utcDateTime(from)}: ${ownUrl("/dashboard/catalogue")}`,
  );
}

/** Lists the rates of VAT that the admin planned and that still come. */
async function plannedRates(tx: Tx, { userId, since, now }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ country: string; rateBp: number; from: string }>(
    `select country, rate_bp as "rateBp", to_char(from_day, 'YYYY-MM-DD') as from from vat_rate
     where set_by_id = $1 and set_at >= $2 and from_day > ($3::timestamptz at time zone 'UTC')::date order by from_day, country`,
    [userId, since, now],
  );
  return rows.map(
    ({ country, rateBp, from }) =>
      `the planned VAT of ${rateBp / 100}% in ${country}, from ${from}: ${ownUrl("/dashboard/vat")}`,
  );
}

/** Lists the channels of alerts whose URL, key or address they typed: alerts go there on. */
async function ledChannels(tx: Tx, { userId, since }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ name: string; to: string }>(
    `select c.name, coalesce(nullif(c.address, ''), c.host) as to from alert_channel c
     where c.deleted_at is null and (c.address <> '' or c.host <> '') and (c.made_by = $1 and c.made_at >= $2
       or exists (select from audit_row a where a.user_id = $1 and a.at >= $2
         and a.action = 'alert.channel-change' and a.target = 'alert-channel:' || c.name
         and a.after ->> 'to' is distinct from a.before ->> 'to')) order by c.name`,
    [userId, since],
  );
  return rows.map(({ name, to }) => `the channel of alerts ${name}, to ${to}: ${ownUrl("/dashboard/alerts/channels")}`);
}

/** Lists the clusters whose scheduler's token the admin may have entered; each case is audited. */
async function knownEngines(tx: Tx, { userId, since }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select c.name from cluster c where c.engine_id is not null and exists (
       select from audit_row a where a.user_id = $1 and a.at >= $2 and a.target = 'cluster:' || c.name
         and a.action in ('engine.set', 'engine.renew-token')) order by c.name`,
    [userId, since],
  );
  return rows.map(({ name }) => `the token of the scheduler of ${name}`);
}

/** Lists the images whose registry password the admin entered; each case is audited. */
async function knownImages(tx: Tx, { userId, since }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select i.tenant_image as name from image i where i.registry_password_encrypted is not null and exists (
       select from audit_row a where a.user_id = $1 and a.at >= $2 and a.target = 'image:' || i.tenant_image
         and a.action = 'image.set' and (a.after ->> 'new_password')::boolean) order by i.tenant_image`,
    [userId, since],
  );
  return rows.map(({ name }) => `the registry password of the image ${name}`);
}

/** Lists the machines in use that enrolled with a token that the admin issued since then. */
async function enrolledMachines(tx: Tx, { userId, since }: Omit<Leaving, "lost">): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select n.node_name as name from enrolment_token e join node n on n.node_name = e.node_name and n.enrolled_at = e.used_at
     where e.created_by_id = $1 and e.created_at >= $2 and n.retired_at is null order by n.node_name`,
    [userId, since],
  );
  return rows.map(({ name }) => `the machine ${name}, enrolled meanwhile`);
}
