import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { action, loader } from "~/compute/screens/volumes/route";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { aKeepingNode, aVolume } from "../volumes/a-volume";
import { answerOf, aVisit, get, post, type Visit } from "../../../accounts/database/screens/visit";

let owner: TenantInWorld;
let visit: Visit;

beforeAll(async () => {
  await theCatalogue();
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
});

const send = async (fields: Record<string, string>) => await answerOf(await action(post(visit, "/volumes", fields)));
const shown = async () => await loader(get(visit, "/volumes"));

test("without a node that keeps volumes the screen shows a notice and no form", async () => {
  expect(await shown()).toMatchObject({ volumes: [], clusters: [] });
});

test("customers create, grow and delete volumes by forms; a refused form keeps the typed values", async () => {
  await aKeepingNode({ roomGb: 5000 });
  expect((await shown()).clusters).toEqual([{ clusterName: "fra1", reach: "shared", roomGb: 5000 }]);
  const refused = await send({ intent: "make", name: "My Data", gb: "100", cluster_name: "fra1" });
  expect(refused).toMatchObject({ status: 422 });
  expect(JSON.stringify(refused.data)).toContain(M.volumeNameWrong);
  expect(JSON.stringify(refused.data)).toContain("My Data");

  expect(await send({ intent: "make", name: "data", gb: "100", cluster_name: "fra1" })).toMatchObject({ status: 303 });
  const [made] = (await shown()).volumes;
  expect(made).toMatchObject({ name: "data", gb: 100, state: "kept", month_cents: 1000, used_by: [] });
  const id = made?.volume_id ?? "";
  expect(await send({ intent: "grow", id, gb: "50" })).toMatchObject({ status: 422 });
  expect(await send({ intent: "grow", id, gb: "200" })).toMatchObject({ status: 303 });
  expect((await shown()).volumes).toMatchObject([{ gb: 200 }]);
  const empty = await send({ intent: "snapshot", id, name: "copied" });
  expect(JSON.stringify(empty.data)).toContain(M.volumeEmpty({ name: "data" }));
  expect(await send({ intent: "delete", id })).toMatchObject({ status: 303 });
  expect((await shown()).volumes).toEqual([]);
});

test("nobody grows or deletes another tenant's volume", async () => {
  const other = await aTenant();
  const id = await aVolume({ ...other, now: new Date() });
  const attempts: Record<string, string>[] = [
    { intent: "grow", id, gb: "500" },
    { intent: "delete", id },
    { intent: "snapshot", id, name: "mine" },
  ];
  for (const fields of attempts) {
    await expect(send(fields)).rejects.toMatchObject({ status: 404 });
  }
  const [kept] = await db.query<{ gb: number; state: string }>(`select gb, state from volume where volume_id = $1`, [
    id,
  ]);
  expect(kept).toEqual({ gb: 100, state: "kept" });
});
