import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { changeRole, leaveTeam, removeMember, setMemberLimit } from "~/accounts/inside/teams/change-member.server";
import { listMembers } from "~/accounts/list-team.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { M } from "~/messages";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { LIMIT_REACHED, watchLimits } from "~/compute/stop-at-limits.server";
import { aRunningTask, at, report, START, taskOf } from "../../money/database/billing/running-task";
import { aMember } from "../../support/team-world";
import { aNode, anSshKey, aTenant, theCatalogue, type TenantInWorld } from "../../support/world";
import { expectStopAtLimit } from "./expect-stop-at-limit";

const requestId = "test";
let owner: TenantInWorld;
let member: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
});

beforeEach(async () => {
  owner = await aTenant({ dollars: 1000, now: START });
  member = await aMember({ tenantId: owner.tenantId, role: "member" });
});

const limitOf = (dollars: number | null, seconds: number) =>
  setMemberLimit({
    ...{ tenantId: owner.tenantId, userId: owner.userId, memberId: member.userId, requestId, now: at(seconds) },
    limitCents: dollars === null ? null : dollars * 100,
  });

async function runningBy({ userId }: { userId: number }, pph: number) {
  const task = await aRunningTask({ tenantId: owner.tenantId, pph });
  await db.query(`update task set created_by_id = $2 where resv_guid = $1`, [task.resvGuid, userId]);
  return task;
}

const spentOf = async (userId: number) =>
  (
    await db.query<{ units: bigint }>(`select units from member_spend where tenant_id = $1 and user_id = $2`, [
      owner.tenantId,
      userId,
    ])
  )[0]?.units ?? 0n;

describe("while tasks run (16.8)", () => {
  test("a member's tasks stop at the last second that the limit pays for, and other members' tasks continue", async () => {
    await limitOf(1, 0);
    // 360000 units at 300 a second last 1200 s.
    const [first, second] = [await runningBy(member, 100), await runningBy(member, 200)];
    const others = await runningBy(owner, 300);
    await report([first, second, others], 600);
    await chargeRunning({ now: at(600) });
    expect([await spentOf(member.userId), await spentOf(owner.userId)]).toEqual([180_000n, 0n]);
    await expectStopAtLimit([first, second], { others, reason: LIMIT_REACHED });
    const name = (await listMembers({ tenantId: owner.tenantId, now: at(1290) })).find(
      ({ user_id }) => user_id === member.userId,
    )?.name;
    const told = await db.query(`select human_readable_message as text, url from notification where cause like $1`, [
      `member-limit:${owner.tenantId}:%`,
    ]);
    expect(told).toEqual([
      {
        text: `${name} has reached the spending limit of $1.00 a month. 2 tasks were stopped. The owner or an admin can raise it on the Team screen.`,
        url: "/tasks",
      },
    ]);
    // A name is what its user typed, and no mail has it (16.5).
    const mails = await db.query<{ text: string }>(`select text from mail where cause like $1 and cause like $2`, [
      `member-limit:${owner.tenantId}:%`,
      `%:${member.userId}`,
    ]);
    expect(mails).toEqual([
      {
        text: "A member has reached the spending limit of $1.00 a month. 2 tasks were stopped. The owner or an admin can raise it on the Team screen.",
      },
    ]);
  });

  test("a limit lowered below the spend stops tasks at once, and refunds nothing", async () => {
    const task = await runningBy(member, 3600);
    await report([task], 600);
    await chargeRunning({ now: at(600) });
    await limitOf(1, 601);
    await report([task], 605);
    expect(await watchLimits({ now: at(605) })).toBe(1);
    expect((await taskOf(task.resvGuid))["stop_at"]).toEqual(at(600));
  });

  test("leaving and being invited again does not restart the month", async () => {
    const task = await runningBy(member, 360);
    await report([task], 600);
    await chargeRunning({ now: at(600) });
    const act = { tenantId: owner.tenantId, userId: owner.userId, memberId: member.userId, requestId, now: at(601) };
    await removeMember(act);
    await report([task], 660);
    await chargeRunning({ now: at(660) });
    await db.query(`insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, 'viewer', now())`, [
      owner.tenantId,
      member.userId,
    ]);
    await changeRole({ ...act, role: "member" });
    const row = (await listMembers({ tenantId: owner.tenantId, now: at(700) })).find(
      (one) => one.user_id === member.userId,
    );
    expect(row?.spent_dollars).toBe(0.66);
    await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where resv_guid = $1`, [
      task.resvGuid,
    ]);
  });
});

describe("where a task starts", () => {
  const reserve = (who: TenantInWorld, name: string, enqueue = false) =>
    reserveTask({
      tenantId: owner.tenantId,
      userId: who.userId,
      input: ReserveFields.parse({ task_name: name, gpu_type: "a5000", gpu_min: 1, enqueue, agree: enqueue }),
      idempotencyKey: null,
      now: new Date(),
    });

  test("a limit must cover 10 minutes of all the member's tasks; other members are not restricted", async () => {
    await anSshKey({ tenantId: owner.tenantId, userId: member.userId });
    await aNode();
    const cents =
      (await db.query<{ pph: number }>(`select pph_cents as pph from price where gpu_type = 'a5000'`))[0]?.pph ?? 0;
    // Enough for two of them for 10 minutes, but not for three.
    await db.query(`update member set limit_cents = $3 where tenant_id = $1 and user_id = $2`, [
      owner.tenantId,
      member.userId,
      Math.ceil((cents * 2) / 6),
    ]);
    await reserve(member, "one");
    await reserve(member, "two");
    await expect(reserve(member, "three")).rejects.toThrow(/^Your spending limit of \$\d+\.\d\d a month in this team/);
    expect(await reserve(owner, "three")).toMatchObject({ retcode: "OK" });
    const [{ by } = { by: null }] = await db.query<{ by: number }>(
      `select created_by_id as by from task where tenant_id = $1 and task_name = 'two'`,
      [owner.tenantId],
    );
    expect(by).toBe(member.userId);
  });

  test("a member whose limit is used up queues nothing, and a viewer starts nothing", async () => {
    await limitOf(1, 0);
    await db.query(`insert into member_spend values ($1, $2, date_trunc('month', now() at time zone 'UTC'), 360000)`, [
      owner.tenantId,
      member.userId,
    ]);
    await anSshKey({ tenantId: owner.tenantId, userId: member.userId });
    await expect(reserve(member, "later", true)).rejects.toThrow("Your spending limit of $1.00");
    await db.query(`update member set role = 'viewer' where user_id = $1 and tenant_id = $2`, [
      member.userId,
      owner.tenantId,
    ]);
    await expect(reserve(member, "later")).rejects.toThrow(
      M.roleLacksRight({ role: "viewer", holders: "an owner, admin or member" }),
    );
  });
});

describe("when a member leaves (16.5)", () => {
  test("tasks held back by a limit end with the membership, and other members' tasks continue", async () => {
    const [own, other] = [await runningBy(member, 300), await runningBy(owner, 300)];
    await limitOf(1, 0);
    await leaveTeam({ tenantId: owner.tenantId, userId: member.userId, requestId, now: at(60) });
    const wanted = await db.query<{ guid: string; target: string | null }>(
      `select resv_guid as guid, stop_target as target from task where resv_guid = any($1::uuid[])`,
      [[own.resvGuid, other.resvGuid]],
    );
    expect(new Map(wanted.map(({ guid, target }) => [guid, target]))).toEqual(
      new Map([
        [own.resvGuid, "killed"],
        [other.resvGuid, null],
      ]),
    );
  });

  test("tasks of a member without a limit belong to the team and continue", async () => {
    const own = await runningBy(member, 300);
    await leaveTeam({ tenantId: owner.tenantId, userId: member.userId, requestId, now: at(60) });
    const [task] = await db.query(`select stop_target as target from task where resv_guid = $1`, [own.resvGuid]);
    expect(task).toEqual({ target: null });
  });
});
