import { db } from "~/platform/db.server";
import { createWorkspace } from "~/usage/create-workspace.server";
import { deleteWorkspace } from "~/usage/delete-workspace.server";
import { getOwner } from "~/usage/workspace-owner.server";

const DAY_MS = 86_400_000;

const workspaces = [
  {
    name: "datalab-7",
    owner: "customer",
    maxUsers: 10,
    ageDays: 64,
    users: ["customer2", "support"],
    deletedDays: null,
  },
  { name: "vision", owner: "customer2", maxUsers: 3, ageDays: 19, users: ["customer", "operator"], deletedDays: null },
  { name: "night-shift", owner: "customer", maxUsers: 25, ageDays: 2, users: [], deletedDays: null },
  { name: "old-lab", owner: "customer2", maxUsers: 5, ageDays: 120, users: [], deletedDays: 3 },
];

/**
 * Seeds workspaces of the demo users, one of them deleted; only in a database without workspaces, and only for existing
 * users.
 */
export async function seedWorkspaces(now: Date): Promise<void> {
  const [any] = await db.query(`select from workspace limit 1`);
  const [admin] = await db.query<{ id: number }>(
    `select id from user_account where email = $1 and role = 'admin' and state = 'active'`,
    [emailOf("admin")],
  );
  if (any || !admin) return;
  for (const one of workspaces) await seedWorkspace(one, admin.id, now);
}

async function seedWorkspace(one: (typeof workspaces)[number], actorId: number, now: Date): Promise<void> {
  if ((await userOf(one.owner)) === null) return;
  const { name, maxUsers } = one;
  const made = { actorId, requestId: "", now: new Date(now.getTime() - one.ageDays * DAY_MS) };
  const email = emailOf(one.owner);
  const { inferenceToken } = await getOwner({ email, ...made });
  await createWorkspace({ name, email, maxUsers, inferenceToken, adminToken: "", welcome: false, ...made });
  await db.query(
    `insert into workspace_user (workspace_id, user_id, added_at)
     select w.id, u.id, $3 from workspace w, user_account u where w.name = $1 and u.email = any($2)
     on conflict do nothing`,
    [name, one.users.map(emailOf), new Date(made.now.getTime() + DAY_MS)],
  );
  if (one.deletedDays === null) return;
  await deleteWorkspace({ name, actorId, requestId: "", now: new Date(now.getTime() - one.deletedDays * DAY_MS) });
}

async function userOf(mailbox: string): Promise<number | null> {
  const [user] = await db.query<{ id: number }>(`select id from user_account where email = $1`, [emailOf(mailbox)]);
  return user?.id ?? null;
}

function emailOf(mailbox: string): string {
  return `${mailbox}@millrace.example`;
}
