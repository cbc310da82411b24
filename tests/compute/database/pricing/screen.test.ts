import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { allRows } from "~/platform/all-rows";
import { listPriceChanges, type PriceChangeRow } from "~/compute/inside/pricing/list-price-changes.server";
import { readPrices } from "~/compute/read-prices.server";
import { action, loader } from "~/compute/screens/catalogue/route";
import { theCatalogue } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy } from "../../../accounts/database/screens/visit";
import { csvFile } from "../../../platform/database/screens/csv-file";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const PATH = "/dashboard/catalogue";
let staff: Staff;

beforeAll(async () => void (staff = await theStaff()));
beforeEach(async () => {
  await db.query(`truncate price_change, price, cluster, image cascade`);
  await theCatalogue();
});

const send = async (fields: Record<string, string>, visit = staff.admin) =>
  await answerOf(await action(post(visit, PATH, fields)));
const errorsOf = ({ status, data }: Awaited<ReturnType<typeof send>>) => {
  expect(status).toBe(422);
  return (data as { lastResult: { error: object } }).lastResult.error;
};
const price = { intent: "set-price", gpu_type: "a5000", pph: "120", applies_at: "", version: "1" };
const cluster = { intent: "set-cluster", cluster_name: "fra1", position: "3", ethernet: "1", version: "1" };
const image = { intent: "set-image", tenant_image: "ubuntu24-cuda12", os_name: "Ubuntu", position: "1", version: "1" };
const facts = {
  ...{
    intent: "set-facts",
    gpu_type: "a5000",
    version: "1",
    name: "A",
    memory: "B",
    cores: "C",
    single_precision: "D",
  },
  ...{ cpu: "E", ram: "F", disk: "G", network: "H" },
};

test("9: staff read, admins write", async () => {
  expect(await loader(get(staff.support, PATH))).toMatchObject({ mayWrite: false });
  for (const visit of [staff.support, staff.operator, staff.customer]) {
    expect((await thrownBy(action(post(visit, PATH, price)))).status).toBe(403);
  }
});

describe("An admin", () => {
  test("sees the effect of a price before it is set; the confirmation sets it (A20)", async () => {
    expect(await send(price)).toMatchObject({
      status: 200,
      data: {
        askedPrice: { gpuType: "a5000", pphCents: 120, version: 1, effect: { running: 0, queued: 0, atNew: 0 } },
      },
    });
    expect(await readPrices()).toMatchObject({ a5000: 95 });
    expect(await send({ ...price, confirm: "1" })).toMatchObject({ status: 303, location: PATH });
    expect(await noticeOf(staff.admin)).toMatchObject({ message: "a5000 costs $1.20 per GPU-hour now." });
    expect(await readPrices()).toMatchObject({ a5000: 120 });
    expect(await send({ ...price, pph: "130", confirm: "1" })).toMatchObject({ status: 422 });
  });

  test("plans a price and withdraws it", async () => {
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
    await send({ ...price, applies_at: inAWeek, confirm: "1" });
    const planned = await loader(get(staff.support, PATH));
    expect(planned.changes).toMatchObject([{ state: "planned", pphCents: 120 }]);
    expect(await send({ intent: "withdraw-price", id: String(planned.changes[0]?.id) })).toMatchObject({ status: 303 });
    expect((await loader(get(staff.support, PATH))).changes).toMatchObject([{ state: "withdrawn" }]);
  });

  test("makes a GPU type, a cluster and an image", async () => {
    await send({ intent: "set-price", gpu_type: "b200", pph: "700" });
    await send({ intent: "set-cluster", cluster_name: "lon3", position: "9", infiniband: "1" });
    await send({ intent: "set-image", tenant_image: "debian13", os_name: "Debian 13", position: "9" });
    const { types, clusters, images } = await loader(get(staff.support, PATH));
    expect(types.at(-1)).toMatchObject({ gpuType: "b200", pphCents: 700, hidden: false });
    expect(clusters.at(-1)).toMatchObject({ name: "lon3", networks: ["infiniband"] });
    expect(images.at(-1)).toMatchObject({ tenantImage: "debian13", isDefault: false });
    expect(await send({ intent: "set-cluster", cluster_name: "lon3", position: "9", ethernet: "1" })).toMatchObject({
      data: { message: "This name already exists. Change that entry instead." },
    });
  });

  test("changes facts, a cluster and an image, and hides them", async () => {
    await send({ ...facts, hidden: "1" });
    await send({ ...cluster, hidden: "1" });
    await send({ ...image, hidden: "1", os_experimental: "1" });
    const { types, clusters, images } = await loader(get(staff.support, PATH));
    expect(types[0]).toMatchObject({ gpuType: "a5000", singlePrecision: "D", network: "H", hidden: true, version: 2 });
    expect(clusters.find(({ name }) => name === "fra1")).toMatchObject({ position: 3, networks: ["ethernet"] });
    expect(images.find(({ tenantImage }) => tenantImage === image.tenant_image)).toMatchObject({
      osExperimental: true,
    });
    expect(await readPrices()).not.toHaveProperty("a5000");
    const audit = await db.query<{ action: string }>(
      `select distinct action from audit_row where user_id is not null and action like '%.set' order by 1`,
    );
    expect(audit.map((row) => row.action)).toEqual(
      expect.arrayContaining(["cluster.set", "gpu-type.set", "image.set"]),
    );
  });

  test.each([
    [{ ...price, pph: "0" }, { pph: ["A price is a whole number of cents from 1 to 1000000."] }],
    [{ ...price, pph: "1.5" }, { pph: ["A price is a whole number of cents from 1 to 1000000."] }],
    [{ ...price, pph: "1000001" }, { pph: ["A price is a whole number of cents from 1 to 1000000."] }],
    [{ ...price, applies_at: "soon" }, { applies_at: ["A time like 2026-12-31 23:59, or nothing."] }],
    [
      { ...price, applies_at: "2020-01-01T00:00", confirm: "1" },
      { applies_at: ["Choose a time in the future, or leave it empty."] },
    ],
    [{ ...price, applies_at: "2999-01-01T00:00", confirm: "1" }, { applies_at: ["Choose a time within a year."] }],
    [{ ...facts, memory: "" }, { memory: ["1 to 100 characters."] }],
    [{ ...facts, name: "a\u200bb" }, { name: ['Character 2, after "a", is invisible. Please remove it.'] }],
    [
      { intent: "set-cluster", cluster_name: "fra1", position: "1", version: "1" },
      { ethernet: ["Choose at least one network."] },
    ],
    [{ ...cluster, position: "-1" }, { position: ["A whole number from 0 to 1000."] }],
    [{ ...image, os_name: "" }, { os_name: ["1 to 100 characters."] }],
  ])("sees the fault of %o at the field", async (given, errors) => {
    expect(errorsOf(await send(given as Record<string, string>))).toMatchObject(errors);
  });
});

test("its tables can be downloaded; the file of price changes has all of them, planned ones first", async () => {
  const file = async (table: string) =>
    (await csvFile(loader, staff.support, `${PATH}?format=csv&table=${table}`)).rows;
  await db.query(
    `insert into price_change (gpu_type, before_cents, pph_cents, state, applies_at, created_at)
     select 'a5000', n, n + 1, case n when 60 then 'planned' else 'done' end, '2026-01-01'::timestamptz - n * interval '1 day',
       now() from generate_series(1, 60) n`,
  );
  const changes = await file("changes");
  const known = changes.filter((row) => row["GPU type"] === "a5000" && row["Cents before"] !== "");
  expect(known).toHaveLength(60);
  expect(changes[0]).toEqual({
    ...{ From: "2025-11-02T00:00:00.000Z", "GPU type": "a5000", "Cents before": "60", "Cents per GPU-hour": "61" },
    ...{ State: "planned", By: "" },
  });
  const seen: number[] = [];
  const read = (after: PriceChangeRow | null) => listPriceChanges({ after, limit: 7 });
  for await (const { id } of allRows(read)) seen.push(id);
  expect([seen.length, new Set(seen).size]).toEqual([changes.length, changes.length]);

  expect((await file("prices")).find((row) => row["GPU type"] === "a5000")).toMatchObject({
    ...{ "Cents per GPU-hour": "95", Hidden: "false", Running: "0", Waiting: "0" },
  });
  expect((await file("clusters")).find((row) => row["Cluster"] === "fra1")).toMatchObject({ Hidden: "false" });
  expect(Object.keys((await file("images"))[0] ?? {})).toEqual([
    ...["Image", "Name", "Reference", "Digest", "Place", "Default", "Experimental", "Deprecated", "Hidden"],
  ]);
});
