import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { chargeUpTo } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { M } from "~/messages";
import { action, loader } from "~/staff/screens/refund/route";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { accountsOf, aRunningTask, at, report, type RunningTask } from "../../../money/database/billing/running-task";
import { csvFile } from "../../../platform/database/screens/csv-file";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { inSession } from "../../../accounts/database/in-session";

let staff: Staff;
let anna: TenantInWorld;
let bert: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});
beforeEach(async () => {
  anna = await aTenant({ dollars: 50, now: at(0) });
  bert = await aTenant({ dollars: 50, now: at(0) });
});

const pathOf = (tasks: readonly RunningTask[]) =>
  `/dashboard/refund?${tasks.map(({ resvGuid }) => `task=${resvGuid}`).join("&")}`;
const shown = async (path: string, visit: Visit = staff.admin) => {
  const screen = await loader(get(visit, path));
  if (!screen) throw new Error("the tasks were not read");
  return screen;
};

async function aKilledTask(given: { of: TenantInWorld; pph?: number; seconds?: number; name?: string }) {
  const { of, pph = 360, seconds = 600, name = "my-run" } = given;
  const task = await aRunningTask({ tenantId: of.tenantId, pph, name });
  await report([task], seconds);
  await transaction(async (tx) => {
    await chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(seconds) });
    await tx.query(`update task set state = 'killed', finished_at = $2, charged_to = null where resv_guid = $1`, [
      task.resvGuid,
      at(seconds),
    ]);
    await settleTasks(tx, { resvGuids: [task.resvGuid], now: at(seconds) });
  });
  return task;
}

/** Sends the form of the page that is shown, as it is shown, with some fields changed. */
async function send(path: string, change: Record<string, string> = {}, visit: Visit = staff.admin) {
  const { rows, single, formKey } = await shown(path);
  return await sendForm(
    { path, parts: rows.filter((row) => row.givable).map(({ part }) => part), visit },
    {
      form_key: formKey,
      ...(single ? { dollars: single.typed } : {}),
      ...change,
    },
  );
}

async function sendForm(
  { path, parts, visit = staff.admin }: { path: string; parts: string[]; visit?: Visit },
  change: Record<string, string>,
) {
  const fields = { intent: "give-back", reason: "Its machine failed.", ...change };
  const all = [...Object.entries(fields), ...parts.map((part) => ["part", part])];
  return await answerOf(await action(post(visit, path, all)));
}

describe("The refund of a task (B19)", () => {
  test("gives back all that is left, once, and shows it with its giver and its note", async () => {
    const path = pathOf([await aKilledTask({ of: anna })]);
    expect(await shown(path, staff.support)).toMatchObject({
      rows: [{ taskName: "my-run", charged: "$0.60", givenBack: null, left: "$0.60", givable: true }],
      single: { typed: "0.60", refunds: [] },
      mayGive: false,
    });
    const sent = await send(path, { note: "Ticket 7" });
    expect(sent).toMatchObject({ status: 303, location: path });
    expect(await noticeOf(staff.admin)).toMatchObject({ message: "$0.60 was given back for 1 task." });
    expect((await accountsOf(anna.tenantId)).customer).toBe(18_000_000n);
    expect(await shown(path, staff.support)).toMatchObject({
      rows: [{ givenBack: "$0.60", left: "$0.00", givable: false }],
      sum: { givable: 0 },
      single: { refunds: [{ dollars: "$0.60", by: "Test Person", reason: "Its machine failed.", note: "Ticket 7" }] },
    });
    expect(await checkLedger()).toEqual(IN_BALANCE);
  });

  test("gives a part, and the rest later; the customer reads both under Staff access, without the note", async () => {
    const task = await aKilledTask({ of: anna });
    await send(pathOf([task]), { dollars: "0.25", note: "secret note" });
    expect(await shown(pathOf([task]))).toMatchObject({ single: { typed: "0.35" } });
    await send(pathOf([task]));
    expect((await accountsOf(anna.tenantId)).customer).toBe(18_000_000n);
    const { rows } = await listStaffAccess({ tenantId: anna.tenantId, after: null });
    expect(rows.map(({ action, cents, taskName, reason }) => ({ action, cents, taskName, reason }))).toEqual(
      [35, 25].map((cents) => ({
        ...{ action: "task.give-back", cents, taskName: "my-run", reason: "Its machine failed." },
      })),
    );
    expect(JSON.stringify(rows)).not.toContain("secret note");
  });

  test("gives once, although the form is sent five times at once", async () => {
    const path = pathOf([await aKilledTask({ of: anna })]);
    const { rows, formKey } = await shown(path);
    const fields = { form_key: formKey, dollars: "0.20" };
    const parts = rows.map(({ part }) => part);
    await Promise.all(Array.from({ length: 5 }, () => sendForm({ path, parts }, fields)));
    expect(await shown(path)).toMatchObject({ rows: [{ givenBack: "$0.20" }] });
    expect(await sendForm({ path, parts }, fields)).toMatchObject({ status: 303 });
    expect(await noticeOf(staff.admin)).toMatchObject({ message: "This was already given back, and is not repeated." });
  });

  test("of two operators who press at once one gives, and the other sees what was given", async () => {
    const path = pathOf([await aKilledTask({ of: anna })]);
    const [one, other] = await Promise.all([shown(path), shown(path)]);
    const answers = await Promise.all(
      [one, other].map(({ rows, formKey }) =>
        sendForm({ path, parts: rows.map(({ part }) => part) }, { form_key: formKey, dollars: "0.30" }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(answers.find(({ status }) => status === 422)?.data).toMatchObject({
      message: M.givenMeanwhile({ task: "my-run", dollars: "$0.30" }),
    });
    expect(await shown(path)).toMatchObject({ rows: [{ givenBack: "$0.30" }] });
  });

  test.each([
    ["dollars", "0.61", M.moreThanCharged({ task: "my-run", dollars: "$0.60" })],
    ["dollars", "0", M.giveBackWrong],
    ["dollars", "all of it", M.giveBackWrong],
    ["reason", "", M.giveBackReason],
    ["reason", "x".repeat(201), M.giveBackReason],
    ["note", "x".repeat(501), M.giveBackNote],
  ])("but not with %s '%s'", async (field, value, message) => {
    const path = pathOf([await aKilledTask({ of: anna })]);
    expect(await send(path, { [field]: value })).toMatchObject({ status: 422, data: { message } });
    expect(await shown(path)).toMatchObject({ rows: [{ givenBack: null }] });
  });

  test("only an admin may, never of their own task, a closed account's, or while their address changes", async () => {
    const path = pathOf([await aKilledTask({ of: anna })]);
    for (const visit of [staff.support, staff.operator]) {
      const refused = await thrownBy(send(path, {}, visit));
      expect(refused.status).toBe(403);
    }
    const me = await aTenant({ role: "admin", dollars: 50, now: at(0) });
    const mine = await aVisit({ userId: me.userId });
    const own = await aKilledTask({ of: me });
    expect(await send(pathOf([own]), {}, mine)).toMatchObject({
      status: 422,
      data: { message: M.notYourselfOrLastAdmin },
    });
    await db.query(`update user_account set state = 'closed' where id = $1`, [anna.userId]);
    expect(await send(path)).toMatchObject({ status: 422, data: { message: "This account is closed." } });
    await db.query(`update user_account set state = 'active' where id = $1`, [anna.userId]);
    const [requestId, now] = ["test", new Date()];
    await inSession(askEmailChange, { userId: me.userId, newEmail: `new-${me.userId}@people.example`, requestId, now });
    expect(await send(path, {}, mine)).toMatchObject({ status: 422 });
    expect(await shown(path)).toMatchObject({ rows: [{ givenBack: null }] });
  });
});

describe("The refund of an incident (B19)", () => {
  /** Two tasks on one node and one elsewhere in the cluster, of two tenants, and a bystander on the node. */
  async function anIncident() {
    const first = await aKilledTask({ of: anna, name: "first" });
    const second = await aKilledTask({ of: bert, name: "second" });
    const elsewhere = await aKilledTask({ of: bert, name: "elsewhere" });
    const bystander = await aKilledTask({ of: anna, name: "bystander" });
    const later = await aKilledTask({ of: anna, name: "later" });
    const [nodeId] = first.nodeIds;
    for (const task of [second, bystander])
      await db.query(`update placement set node_id = $2 where resv_guid = $1`, [task.resvGuid, nodeId]);
    await began(first, 300);
    await began(second, 301);
    await began(elsewhere, 400);
    await began(later, 1200);
    return { first, second, elsewhere, bystander };
  }

  async function began({ resvGuid }: RunningTask, seconds: number) {
    await db.query(`update task set incidents = 1, state_at = $2 where resv_guid = $1`, [resvGuid, at(seconds)]);
    await db.query(
      `insert into task_event (resv_guid, at, from_state, to_state) values ($1, $2, 'running', 'incident')`,
      [resvGuid, at(seconds)],
    );
  }

  test("lists the tasks that it touched, those of its nodes first, as a page and as a file", async () => {
    const { first } = await anIncident();
    const path = `/dashboard/refund?incident=${first.resvGuid}`;
    const { rows, incident } = await shown(path, staff.support);
    expect(incident).toMatchObject({ taskName: "first", clusterName: "fra1", ts: at(300).getTime() / 1000 });
    expect(rows.map(({ taskName, onNode, touched }) => [taskName, onNode, touched])).toEqual([
      ["first", true, true],
      ["second", true, true],
      ["bystander", true, false],
      ["elsewhere", false, true],
    ]);
    const file = await csvFile(loader, staff.support, `${path}&format=csv`);
    expect(file.rows.map((row) => [row["Task"], row["Left, $"]])).toEqual([
      ["first", "0.60"],
      ["second", "0.60"],
      ["bystander", "0.60"],
      ["elsewhere", "0.60"],
    ]);
  });

  test("gives back for the chosen tasks of two customers in one act, each with one mail, and repeats nothing", async () => {
    const { first, second, elsewhere } = await anIncident();
    const path = pathOf([first, second, elsewhere]);
    const { rows, sum, formKey } = await shown(path);
    expect(sum).toMatchObject({ left: "$1.80", givable: 3, tenants: 2 });
    const parts = rows.map(({ part }) => part);
    expect(await sendForm({ path, parts }, { form_key: formKey })).toMatchObject({ status: 303 });
    expect(await noticeOf(staff.admin)).toMatchObject({ message: "$1.80 was given back for 3 tasks." });
    await sendForm({ path, parts }, { form_key: formKey });
    expect(await noticeOf(staff.admin)).toMatchObject({ message: "This was already given back, and is not repeated." });
    const mails = await db.query(`select to_address as to, subject from mail where to_address = any($1) order by id`, [
      [anna.email, bert.email],
    ]);
    expect(mails).toHaveLength(2);
    expect(mails).toContainEqual({ to: bert.email, subject: "$1.20 was given back to you" });
  });

  test("a customer whose part fails does not keep the others from theirs; the page says which", async () => {
    const { first, second } = await anIncident();
    const path = pathOf([first, second]);
    const { rows, formKey } = await shown(path);
    await send(pathOf([second]), { dollars: "0.10" });
    const parts = rows.map(({ part }) => part);
    const answer = await sendForm({ path, parts }, { form_key: formKey });
    expect(answer).toMatchObject({
      status: 422,
      data: {
        gaveBack: "$0.60 was given back for 1 task.",
        failures: [{ tenantName: bert.tenantName, failure: M.givenMeanwhile({ task: "second", dollars: "$0.10" }) }],
      },
    });
    expect(await shown(pathOf([first]))).toMatchObject({ rows: [{ left: "$0.00" }] });
    expect(await shown(pathOf([second]))).toMatchObject({ rows: [{ left: "$0.50" }] });
  });
});
