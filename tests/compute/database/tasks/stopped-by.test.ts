import { beforeAll, expect, test } from "vitest";
import { get } from "../../../accounts/database/screens/visit";
import { db, transaction } from "~/platform/db.server";
import { readEnds } from "~/money/inside/billing/read-ends.server";
import type { Role } from "~/platform/role";
import { DOCUMENTED_RIGHTS, type StaffRight } from "~/platform/staff-rights";
import { deleteTask } from "~/compute/delete-task.server";
import { listJobs } from "~/compute/list-jobs.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import type { Viewer } from "~/platform/http/access.server";
import { loadTask } from "~/compute/screens/task/load-task.server";
import { aMember } from "../../../support/team-world";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { aTask } from "./support";

const now = new Date("2026-03-01T12:00:00Z");
let owner: TenantInWorld;
let member: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  owner = await aTenant({ dollars: 0 });
  member = await aMember({ tenantId: owner.tenantId, role: "member" });
  for (const [{ userId }, name] of [
    [owner, "Olga Owner"],
    [member, "Mika Member"],
  ] as const)
    await db.query(`update user_account set name = $2 where id = $1`, [userId, name]);
});

/** A task of the owner's tenant that a given member has ended. */
async function endedBy(who: TenantInWorld, role: Role = "customer"): Promise<string> {
  const resvGuid = await aTask({ tenantId: owner.tenantId, state: "queued" });
  const { userId, tenantName } = who;
  const tenantId = role === "customer" ? owner.tenantId : who.tenantId;
  const account = owner.tenantName;
  await deleteTask({
    actor: { userId, tenantId, tenantName, staffRights: DOCUMENTED_RIGHTS[role] },
    account,
    resvGuid,
    now,
  });
  return resvGuid;
}

/** The text that the task's screen and the movements show to a viewer, and the name in the row of `GET /v1/jobs`. */
async function seenBy(viewer: TenantInWorld, resvGuid: string, inTeam = true) {
  const { tenantId } = owner;
  const asked = {
    userId: viewer.userId,
    tenantId,
    role: "customer",
    staffRights: [] as StaffRight[],
    inTeam,
  } as unknown as Viewer;
  const { explanation } = await loadTask({ args: get(null, "/tasks"), viewer: asked, resvGuid, now });
  const ends = await readEnds({ tenantId, taskIds: [resvGuid], userId: viewer.userId, inTeam });
  const jobs = await listJobs({ tenantId, now });
  return [explanation?.sentence, ends[resvGuid], jobs.find((job) => job.resv_guid === resvGuid)?.stopped_by];
}

test("in a team everybody reads which member ended a task, including that member", async () => {
  const byMember = ["Mika Member killed this task.", "killed by Mika Member", "Mika Member"];
  const resvGuid = await endedBy(member);
  expect(await seenBy(owner, resvGuid)).toEqual(byMember);
  expect(await seenBy(member, resvGuid)).toEqual(byMember);
});

test("a single user reads 'you'; a member who has left is shown by name, not as 'you'", async () => {
  expect(await seenBy(owner, await endedBy(owner), false)).toEqual([
    "You killed this task.",
    "killed by you",
    "Olga Owner",
  ]);
  expect(await seenBy(owner, await endedBy(member), false)).toEqual([
    "Mika Member killed this task.",
    "killed by Mika Member",
    "Mika Member",
  ]);
});

test("customers read no name when staff ended their task", async () => {
  const admin = await aTenant({ dollars: 0, role: "admin" });
  const resvGuid = await endedBy(admin, "admin");
  for (const viewer of [owner, member])
    expect(await seenBy(viewer, resvGuid)).toEqual(["Our staff killed this task.", "killed by an operator", null]);
});

test("customers read the reason and no name when a task ended for lack of funds", async () => {
  const resvGuid = await aTask({ tenantId: owner.tenantId, state: "queued" });
  await transaction((tx) => requestStop(tx, { resvGuids: [resvGuid], target: "killed", reason: "no funds", now }));
  for (const viewer of [owner, member])
    expect(await seenBy(viewer, resvGuid)).toEqual([
      "Your balance reached zero, so all your running tasks were stopped.",
      "killed: no funds",
      null,
    ]);
});
