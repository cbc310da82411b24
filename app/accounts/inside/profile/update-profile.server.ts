import { type Tx, transaction } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { holdersOf, may, type TenantRole, type Right } from "~/platform/may";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { ProfileFields } from "./profile-fields.server";
import { parseSshPublicKey } from "~/compute/ssh-public-key.server";
import { putSshKey } from "~/compute/store-ssh-key.server";
import { taxFault } from "./tax-form.server";

interface ProfileOwner {
  userId: number;
  tenantId: number;
  email: string;
  memberRole: TenantRole;
}

const TENANT_FIELDS = ["street", "street2", "postal", "city", "country", "region", "company", "tax"] as const;

/** Changes the user's name, address and default SSH key, all or nothing (3.5). Refuses with M40–M46, M77–M80. */
export async function updateProfile(given: {
  viewer: ProfileOwner;
  fields: unknown;
  now: Date;
}): Promise<{ message: string }> {
  const { viewer, now } = given;
  const fields = checked(given.fields);
  if (fields.email && fields.email.toLowerCase() !== viewer.email) throw Refusal.ofField("email", M.emailIsFixed);
  requireRights(viewer.memberRole, fields);
  await namingKeyField(() => save({ viewer, fields, now }));
  return { message: "Your data has been saved." };
}

/** The name belongs to the user; the address and the SSH keys belong to the tenant (16.2). @throws Refusal M171. */
function requireRights(role: TenantRole, fields: ProfileFields): void {
  const needed: Right[] = [
    ...(isOfTenant(fields) ? (["settings.act"] as const) : []),
    ...(fields.ssh ? (["tasks.act"] as const) : []),
  ];
  const lacking = needed.find((right) => !may(role, right));
  if (lacking) throw new Refusal(M.roleLacksRight({ role, holders: holdersOf(lacking) }), { status: 403 });
}

function isOfTenant(fields: ProfileFields): boolean {
  return TENANT_FIELDS.some((field) => fields[field] !== undefined);
}

async function save(given: { viewer: ProfileOwner; fields: ProfileFields; now: Date }): Promise<void> {
  const { viewer, fields, now } = given;
  const key = fields.ssh ? parseSshPublicKey(fields.ssh) : null;
  await transaction(async (tx) => {
    if (isOfTenant(fields)) await holdRight(tx, { ...viewer, now }, "settings.act");
    if (fields.name !== undefined) {
      await tx.query(`update user_account set name = $2, updated_at = $3 where id = $1`, [
        viewer.userId,
        fields.name,
        now,
      ]);
    }
    await requireTaxForm(tx, viewer.tenantId, fields);
    // Before the tenant's row, which is locked last (docs/guides/locking.md).
    if (key) await putSshKey(tx, { tenantId: viewer.tenantId, userId: viewer.userId, key, now });
    await updateTenant(tx, viewer.tenantId, fields);
  });
}

/** Shows a refused key at its own field, here `ssh`. */
async function namingKeyField(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal && error.details.fields?.["ssh_public_key"]) {
      throw Refusal.ofField("ssh", error.message);
    }
    throw error;
  }
}

function checked(given: unknown): ProfileFields {
  const answer = ProfileFields.safeParse(given, { error: () => M.unreadable });
  if (answer.success) return answer.data;
  const [issue] = answer.error.issues;
  throw Refusal.ofField(String(issue?.path[0] ?? "name"), issue?.message ?? M.unreadable);
}

/** Checks a changed tax number. One stored earlier stays: changing other fields does not require a new one. */
async function requireTaxForm(tx: Tx, tenantId: number, fields: ProfileFields): Promise<void> {
  if (!fields.tax) return;
  const [stored] = await tx.query<{ tax: string; country: string }>(`select tax, country from tenant where id = $1`, [
    tenantId,
  ]);
  const country = fields.country ?? stored?.country ?? "";
  if (fields.tax === stored?.tax && country === stored.country) return;
  const fault = await taxFault({ tax: fields.tax, country });
  if (fault) throw Refusal.ofField("tax", fault);
}

/** Missing fields keep their value, so that two forms with different fields do not undo each other. */
async function updateTenant(tx: Tx, tenantId: number, fields: ProfileFields): Promise<void> {
  if (!isOfTenant(fields)) return;
  const columns = TENANT_FIELDS.map((name, at) => `${name} = coalesce($${at + 2}, ${name})`).join(", ");
  const values = TENANT_FIELDS.map((name) => fields[name] ?? null);
  await tx.query(`update tenant set ${columns} where id = $1`, [tenantId, ...values]);
}
