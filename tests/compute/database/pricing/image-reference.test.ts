import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readDesired } from "~/fleet/read-desired.server";
import { scheduleAll } from "~/compute/schedule.server";
import { action, loader } from "~/compute/screens/catalogue/route";
import { theCatalogue } from "../../../support/world";
import { aMachine, aQueuedTask, aCustomer, at } from "../../../worker/lifecycle/stage";
import { answerOf, get, post } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const PATH = "/dashboard/catalogue";
const DIGEST = `sha256:${"0a".repeat(32)}`;
const image = {
  ...{ intent: "set-image", tenant_image: "ubuntu22-cuda12", os_name: "Ubuntu", position: "0", is_default: "1" },
  ...{ reference: "registry.example:5000/team/system:22", digest: DIGEST },
};
let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});

const send = async (fields: Record<string, string>) => await answerOf(await action(post(staff.admin, PATH, fields)));

test("a node gets the reference to pull, by digest and with the registry's credentials, which no screen shows", async () => {
  const { nodeId } = await aMachine();
  const { tenantId } = await aCustomer();
  await aQueuedTask(tenantId);
  await scheduleAll({ now: at(9) });
  const task = async () => (await readDesired({ nodeId })).tasks[0];
  expect(await task()).toMatchObject({ image_ref: "docker.io/nvidia/cuda:12.6.3-base-ubuntu22.04" });
  expect(await task()).not.toHaveProperty("image_auth");

  const credentials = { registry_username: "robot", registry_password: "hush-hush" };
  expect(await send({ ...image, ...credentials, version: "1" })).toMatchObject({ status: 303 });
  const auth = { username: "robot", password: "hush-hush" };
  expect(await task()).toMatchObject({ image_ref: image.reference, image_digest: DIGEST, image_auth: auth });
  const shown = JSON.stringify(await loader(get(staff.admin, PATH)));
  const kept = JSON.stringify(await db.query(`select image::text, audit_row::text from image, audit_row`));
  expect(shown + kept).not.toContain("hush-hush");
  expect(shown).toContain('"hasPassword":true');

  // An empty field keeps the password, and an empty user removes it.
  await send({ ...image, registry_username: "robot", version: "2" });
  expect(await task()).toMatchObject({ image_auth: auth });
  await send({ ...image, version: "3" });
  expect(await task()).not.toHaveProperty("image_auth");
});

test.each([
  [{ reference: "ubuntu" }, "reference"],
  [{ reference: "Docker.io/library/ubuntu:22.04" }, "reference"],
  [{ reference: "docker.io/library/ubuntu:22.04 --privileged" }, "reference"],
  [{ digest: "sha256:12" }, "digest"],
  [{ reference: "" }, "reference"],
])("an invalid image reference or digest is refused: %j", async (wrong, field) => {
  const { status, data } = await send({ ...image, version: "4", ...wrong });
  expect(status).toBe(422);
  expect((data as { lastResult: { error: object } }).lastResult.error).toHaveProperty(field);
});
