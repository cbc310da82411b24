import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readFree } from "~/compute/read-free.server";
import { scheduleAll } from "~/compute/schedule.server";
import { M } from "~/messages";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { listImages } from "~/compute/inside/pricing/list-images.server";
import { readCatalogue } from "~/compute/inside/pricing/read-catalogue.server";
import { readPrices } from "~/compute/read-prices.server";
import { setCluster, setGpuFacts, setImage } from "~/compute/inside/pricing/set-catalogue.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { emptyCapacity, enqueue, now, occupy, readPlaced, refusalOf, reserve, vacate } from "../capacity/reserving";

let admin: TenantInWorld;
let one: TenantInWorld;
const by = () => ({ userId: admin.userId, requestId: "test", now });
const CHANGED =
  "Somebody else changed this in the meantime. The page now shows the newest version; please check it and try again.";

beforeAll(async () => {
  [admin, one] = [await aTenant({ role: "admin", dollars: 0 }), await aTenant({ dollars: 1000 })];
});
beforeEach(async () => {
  await emptyCapacity();
  await db.query(`truncate price_change, price, cluster, image, outbox cascade`);
  await theCatalogue();
});

const versionOf = async (gpuType: string) =>
  (await readCatalogue()).types.find((type) => type.gpuType === gpuType)?.version ?? 0;
const announced = async () =>
  (await db.query<{ name: string }>(`select distinct entity || ' ' || key as name from outbox order by 1`)).map(
    (row) => row.name,
  );
const image = async (tenantImage: string) => {
  const found = (await readCatalogue()).images.find((row) => row.tenantImage === tenantImage);
  if (!found) throw new Error(`no image ${tenantImage}`);
  const { osName, position, osExperimental: experimental, osDeprecated: deprecated, isDefault, version } = found;
  const pulled = { reference: "", digest: "", registryUsername: "", registryPassword: "" };
  return { tenantImage, osName, position, experimental, deprecated, isDefault, version, hidden: false, ...pulled };
};

describe("Hidden catalogue rows (A20)", () => {
  const facts = {
    name: "N",
    memory: "1",
    cores: "1",
    singlePrecision: "1",
    cpu: "1",
    ram: "1",
    disk: "1",
    network: "1",
  };
  const hideType = async (hidden = true) =>
    await setGpuFacts({ gpuType: "a5000", ...facts, hidden, version: await versionOf("a5000"), ...by() });

  test("a GPU type is not offered; running tasks continue, waiting ones are placed, staff see it", async () => {
    const node = await aNode({ gpus: 2 });
    const occupant = await occupy(admin, node, 2);
    const { resv_guid } = await enqueue(one);
    await hideType();
    expect(Object.keys(await readPrices())).toEqual(["a100", "h100"]);
    expect((await listGpuTypes()).map(({ gpuType }) => gpuType)).toEqual(["a100", "h100"]);
    expect(await readFree({ now })).toEqual([]);
    expect(await readFree({ now, staff: true })).toMatchObject([{ gpu_type: "a5000" }]);
    expect(await announced()).toContain("capacity fra1:a5000");
    expect(await refusalOf(reserve(one))).toMatchObject({ message: M.unknownGpuType({ gpu_type: "a5000" }) });
    await vacate(occupant);
    await scheduleAll({ now });
    expect(await readPlaced(resv_guid)).toMatchObject({ state: "placing", pph: 95 });
    await hideType(false);
    expect(await readPrices()).toHaveProperty("a5000");
  });

  test("a cluster is not offered, and keeps its nodes", async () => {
    await aNode();
    const networks = ["ethernet" as const];
    await setCluster({ name: "fra1", position: 5, networks, hidden: true, version: 1, ...by() });
    expect(await readFree({ now })).toEqual([]);
    expect(await refusalOf(reserve(one, { cluster_name: "fra1" }))).toMatchObject({
      message: M.unknownCluster({ cluster_name: "fra1" }),
    });
    const { clusters } = await readCatalogue();
    expect(clusters.map(({ name, position, version }) => [name, position, version])).toEqual([
      ["ams2", 1, 1],
      ["fra1", 5, 2],
    ]);
    await expect(
      setCluster({ name: "fra1", position: 5, networks, hidden: false, version: 1, ...by() }),
    ).rejects.toThrow(CHANGED);
  });

  test("an image starts no new tasks", async () => {
    await setImage({ ...(await image("ubuntu24-cuda12")), hidden: true, ...by() });
    expect((await listImages()).map(({ tenant_image }) => tenant_image)).not.toContain("ubuntu24-cuda12");
    await aNode();
    expect(await refusalOf(reserve(one, { tenant_image: "ubuntu24-cuda12" }))).toMatchObject({
      message: M.unknownImage({ tenant_image: "ubuntu24-cuda12" }),
    });
  });
});

describe("There is exactly one default image (A20)", () => {
  const defaults = async () =>
    (await readCatalogue()).images.filter(({ isDefault }) => isDefault).map(({ tenantImage }) => tenantImage);

  test("a new default replaces the old one, even when several are set at once", async () => {
    const others = [await image("ubuntu24-cuda12"), await image("pytorch2-cuda12")];
    await Promise.all(
      others
        .map(async (other) => await setImage({ ...other, isDefault: true, ...by() }))
        .map((done) => done.catch(() => {})),
    );
    const [present, ...more] = await defaults();
    expect([more, others.map(({ tenantImage }) => tenantImage).includes(present ?? "")]).toEqual([[], true]);
  });

  test("it can be neither unset, hidden nor deprecated", async () => {
    const present = await image("ubuntu22-cuda12");
    for (const wrong of [{ isDefault: false }, { hidden: true }, { deprecated: true }]) {
      expect(await refusalOf(setImage({ ...present, ...wrong, ...by() }))).toHaveProperty("fields.is_default");
    }
    expect(await defaults()).toEqual(["ubuntu22-cuda12"]);
  });

  test.each([
    `update image set is_default = false`,
    `delete from image where is_default`,
    `update image set hidden_at = now() where is_default`,
    `update image set os_deprecated = true where is_default`,
  ])("the database itself refuses: %s", async (statement) => {
    await expect(db.query(statement)).rejects.toThrow("there must be one default image");
    expect(await defaults()).toEqual(["ubuntu22-cuda12"]);
  });

  test("and a second one", async () => {
    await expect(db.query(`update image set is_default = true`)).rejects.toThrow("image_one_default");
  });
});
