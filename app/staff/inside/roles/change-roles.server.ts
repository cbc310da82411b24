import { transaction, type Tx, violates } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { isRole } from "~/platform/role";
import { GIVEN_STAFF_RIGHTS, isStaffRight, lostRights, STAFF_RIGHTS, type StaffRight } from "~/platform/staff-rights";
import { writeAudit } from "~/platform/write-audit.server";
import { counted } from "~/platform/counted";
import { M } from "~/staff/messages";
import { endRights } from "../end-rights.server";

interface By {
  userId: number;
  requestId: string;
  now: Date;
}

interface RoleFields {
  label: string;
  rights: readonly string[];
}

/** Names that lists of users have (2.4). */
const TAKEN = ["staff", "all", "pro", "free", "closed"];

/** Makes a role of staff. @throws Refusal M197, M712, M713, M714. */
export async function makeRole(by: By, typed: RoleFields): Promise<string> {
  const { label, rights } = checkFields(typed);
  const name = label.toLowerCase().replaceAll(" ", "-");
  if (TAKEN.includes(name)) throw Refusal.ofField("label", M.roleLabel);
  await transaction(async (tx) => {
    await holdManager(tx, by);
    const made = await tx.query(
      `insert into user_role (name, label, rights, made_by_id, made_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning 1`,
      [name, label, rights, by.userId, by.now],
    );
    if (made.length === 0) throw Refusal.ofField("label", M.roleLabel);
    const act = { action: "staff-role.new", target: `staff-role:${name}`, before: null, after: { label, rights } };
    await writeAudit({ ...by, ...act }, tx);
  });
  return label;
}

/**
 * Changes a role's label and rights. What its holders have from the rights that it loses ends in the same transaction,
 * and acts in flight wait (16.9). `were`: the rights that the form was drawn with.
 * @throws Refusal M197, M712 to M714, M716, M745.
 */
export async function changeRole(
  by: By,
  { name, were, ...typed }: RoleFields & { name: string; were?: string | undefined },
): Promise<string> {
  const { label, rights } = checkFields(typed);
  await transaction(async (tx) => {
    await holdManager(tx, by);
    const before = await lockRole(tx, name);
    // Else an older form gives back a right that was just taken away.
    if (were !== undefined && were !== before.rights.filter(isStaffRight).join(" ")) throw new Refusal(M.roleChanged);
    const holders = await tx.query<{ id: number }>(
      `select id from user_account where role = $1 and role <> 'customer' order by id`,
      [name],
    );
    const userIds = holders.map(({ id }) => id);
    await endRights(tx, { userIds, lost: lostRights(before.rights, rights), keepsRole: true, now: by.now });
    try {
      await tx.query(`update user_role set label = $2, rights = $3 where name = $1`, [name, label, rights]);
    } catch (error) {
      throw violates(error, "user_role_label_key") ? Refusal.ofField("label", M.roleLabel) : error;
    }
    const act = { action: "staff-role.change", target: `staff-role:${name}`, before, after: { label, rights } };
    await writeAudit({ ...by, ...act }, tx);
  });
  return label;
}

/** Deletes a role that nobody has. @throws Refusal M197, M715, M716. */
export async function deleteRole(by: By, { name }: { name: string }): Promise<string> {
  return await transaction(async (tx) => {
    // Closed accounts still have the role. Users are locked before the role, as a change of their role does.
    const closed = await tx.query<{ id: number }>(
      `select id from user_account
       where id = $1 or (role = $2 and role <> 'customer' and state = 'closed') order by id for update`,
      [by.userId, name],
    );
    await holdManager(tx, by);
    const before = await lockRole(tx, name);
    const holders = await tx.query(
      `select from user_account where role = $1 and role <> 'customer' and state <> 'closed'`,
      [name],
    );
    if (holders.length > 0) {
      const said = counted(holders.length, "person is", "people are");
      throw new Refusal(M.roleHasHolders({ holders: said }));
    }
    await tx.query(
      `update user_account set role = 'customer' where id = any($1::int[]) and role = $2 and state = 'closed'`,
      [closed.map(({ id }) => id), name],
    );
    await tx.query(`delete from user_role where name = $1`, [name]);
    const act = { action: "staff-role.delete", target: `staff-role:${name}`, before, after: null };
    await writeAudit({ ...by, ...act }, tx);
    return before.label;
  });
}

async function holdManager(tx: Tx, by: By): Promise<void> {
  await holdStaffRight(tx, by, "staff.act");
  await refuseWhileAddressMoves(tx, by.userId, by.now);
}

async function lockRole(tx: Tx, name: string): Promise<{ label: string; rights: string[] }> {
  if (isRole(name)) throw new Refusal(M.roleIsDocumented);
  const [role] = await tx.query<{ label: string; rights: string[] }>(
    `select label, rights from user_role where name = $1 for update`,
    [name],
  );
  if (!role) throw new Refusal(M.notFound, { status: 404 });
  return role;
}

function checkFields(typed: RoleFields): { label: string; rights: StaffRight[] } {
  const label = typed.label.trim().replace(/ +/g, " ");
  if (!/^[a-z0-9][a-z0-9 ]{0,39}$/i.test(label)) throw Refusal.ofField("label", M.roleLabel);
  const rights = GIVEN_STAFF_RIGHTS.filter((right) => typed.rights.includes(right));
  if (rights.length === 0 || rights.length < new Set(typed.rights).size) throw new Refusal(M.roleRights);
  for (const right of rights) {
    const needs = STAFF_RIGHTS[right].needs?.find((one) => !rights.includes(one));
    if (!needs) continue;
    throw new Refusal(M.roleRightNeeds({ right: STAFF_RIGHTS[right].label, needs: STAFF_RIGHTS[needs].label }));
  }
  return { label, rights };
}
