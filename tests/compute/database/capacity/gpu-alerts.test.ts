import { beforeAll, beforeEach, expect, test } from "vitest";
import { addGpuAlert, listGpuAlerts, removeGpuAlert } from "~/compute/gpu-alerts.server";
import { notifyOfFreeGpus } from "~/compute/notify-of-free-gpus.server";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { aMember } from "../../../support/team-world";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { emptyCapacity, now } from "./reserving";

let reader: TenantInWorld;

beforeAll(theCatalogue);
beforeEach(async () => {
  await emptyCapacity();
  for (const table of ["gpu_alert", "notification", "mail"]) await db.query(`delete from ${table}`);
  reader = await aTenant();
});

const wait = (who = reader, gpuType = "h100") => addGpuAlert({ ...who, gpuType, now });
const told = async () => ({
  mails: await db.query(`select to_address as "to", subject from mail order by to_address`),
  notices: await db.query(`select tenant_id as "tenantId", url from notification`),
});

test("a user who waits for a type without free GPUs is notified once when one is free, by mail and on screen", async () => {
  await wait();
  await wait();
  expect(await listGpuAlerts(reader)).toEqual([
    { gpu_type: "h100", gpu_name: "NVIDIA H100", created_ts: now.getTime() / 1000 },
  ]);
  await aNode({ gpuType: "h100", drain: 1 });
  await aNode();
  expect(await notifyOfFreeGpus({ now })).toEqual({ count: 0 });
  await db.query(`update node set drain = 0`);
  expect(await notifyOfFreeGpus({ now })).toEqual({ count: 1 });
  expect(await notifyOfFreeGpus({ now })).toEqual({ count: 0 });
  expect(await told()).toEqual({
    mails: [{ to: reader.email, subject: "NVIDIA H100 GPUs are free" }],
    notices: [{ tenantId: reader.tenantId, url: "/rent?new=1&row=fra1:h100" }],
  });
  expect(await listGpuAlerts(reader)).toEqual([]);
});

test("of two members of a team each gets a mail, and the team one notice; who has left gets nothing", async () => {
  const { tenantId } = reader;
  const [mate, leaver] = [await aMember({ tenantId, role: "viewer" }), await aMember({ tenantId, role: "member" })];
  for (const { userId } of [reader, mate, leaver]) await wait({ ...reader, userId });
  await db.query(`delete from member where tenant_id = $1 and user_id = $2`, [tenantId, leaver.userId]);
  await aNode({ gpuType: "h100" });
  await notifyOfFreeGpus({ now });
  const { mails, notices } = await told();
  expect([mails.length, notices.length]).toEqual([2, 1]);
});

test("an alert that was set again at another team outlasts the membership of the first one", async () => {
  const mate = await aMember({ tenantId: reader.tenantId, role: "member" });
  await wait({ ...mate, tenantId: reader.tenantId });
  await wait(mate);
  await db.query(`delete from member where tenant_id = $1 and user_id = $2`, [reader.tenantId, mate.userId]);
  await aNode({ gpuType: "h100" });
  await notifyOfFreeGpus({ now });
  expect(await told()).toMatchObject({ mails: [{ to: mate.email }], notices: [{ tenantId: mate.tenantId }] });
});

test("a user who cannot be notified keeps no other from it", async () => {
  const other = await aTenant();
  await wait();
  await wait(other);
  await aNode({ gpuType: "h100" });
  await db.query(`alter table notification add constraint deaf check (tenant_id <> ${reader.tenantId}) not valid`);
  await expect(notifyOfFreeGpus({ now })).rejects.toThrow("deaf");
  await db.query(`alter table notification drop constraint deaf`);
  expect((await told()).mails).toMatchObject([{ to: other.email }]);
});

test("an alert is its user's to end, and is of a type that is offered", async () => {
  await wait();
  const other = await aTenant();
  await removeGpuAlert({ ...other, gpuType: "h100" });
  expect(await listGpuAlerts(reader)).toHaveLength(1);
  await removeGpuAlert({ ...reader, gpuType: "h100" });
  expect(await listGpuAlerts(reader)).toEqual([]);
  await db.query(`update price set hidden_at = $1 where gpu_type = 'a100'`, [now]);
  for (const gpuType of ["b200", "a100"])
    await expect(wait(reader, gpuType)).rejects.toThrow(M.unknownGpuType({ gpu_type: gpuType }));
});
