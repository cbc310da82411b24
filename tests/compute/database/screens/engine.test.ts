import { beforeAll, beforeEach, expect, test } from "vitest";
import { action, loader } from "~/compute/screens/engine/route";
import { loader as catalogue } from "~/compute/screens/catalogue/route";
import { db } from "~/platform/db.server";
import { theCatalogue } from "../../../support/world";
import { answerOf, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { KUBERNETES_FORM } from "../engines/kubernetes-form";

const params = { clusterName: "fra1" };
const PAGE = "/dashboard/clusters/fra1";
const FORM = { intent: "set-kubernetes", tested: "", ...KUBERNETES_FORM };

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});
beforeEach(async () => {
  await db.query(`update cluster set engine_id = null`);
});

const shown = (query = "", visit: Visit = staff.admin) => loader(get(visit, PAGE + query, params));
const send = async (fields: Record<string, string>) =>
  await answerOf(await action(post(staff.admin, `${PAGE}?kind=kubernetes`, fields, params)));

test("a cluster without an engine offers a form for each kind, by its address", async () => {
  expect((await shown()).fields).toMatchObject({ kind: "slurm", user: "millrace" });
  expect((await shown("?kind=nomad")).fields).toMatchObject({ kind: "slurm" });
  const { fields } = await shown("?kind=kubernetes");
  expect(fields).toMatchObject({ kind: "kubernetes", resource: "nvidia.com/gpu", window: "10", lease_minutes: "60" });
});

test("a wrong field is named, and what was typed stays, except the token", async () => {
  const { status, data } = await send({ ...FORM, namespace: "GPU", queue: "millrace" });
  expect(status).toBe(422);
  expect(data).toMatchObject({
    intent: "set-kubernetes",
    lastResult: { error: { namespace: [expect.any(String)] }, initialValue: { namespace: "GPU", queue: "millrace" } },
  });
  expect(JSON.stringify(data)).not.toContain("a.b.c");
});

test("once it is stored, the page has its form, whatever the address says, and the catalogue its name", async () => {
  expect(await send(FORM)).toMatchObject({ status: 303 });
  const { engine, fields, times } = await shown("?kind=slurm");
  expect(engine).toMatchObject({ kind: "kubernetes", version: 1 });
  expect(fields).toMatchObject({ kind: "kubernetes", namespace: "gpu", gpu_map: "NVIDIA-RTX-A5000 = a5000" });
  expect(JSON.stringify([engine, fields])).not.toContain("a.b.c");
  // Nothing is compared there (20.10).
  expect(times).toBeNull();
  const { clusters } = await catalogue(get(staff.admin, "/dashboard/catalogue"));
  expect(clusters.find(({ name }) => name === "fra1")?.engine).toEqual({ kind: "kubernetes" });
  expect(await send({ intent: "remove", version: "1" })).toMatchObject({ status: 303 });
  expect((await shown()).engine).toBeNull();
});

test("operators read the page and hold its engine; only admins connect", async () => {
  expect((await shown("", staff.operator)).mayWrite).toBe(false);
  const refused = await thrownBy(action(post(staff.operator, PAGE, FORM, params)));
  expect(refused.status).toBe(403);
  await action(post(staff.admin, PAGE, FORM, params));
  const heldAfter = async (intent: string) => {
    await action(post(staff.operator, PAGE, { intent }, params));
    return (await shown("", staff.operator)).engine?.heldAt;
  };
  expect(await heldAfter("hold")).toBeInstanceOf(Date);
  expect(await heldAfter("release")).toBeNull();
});
