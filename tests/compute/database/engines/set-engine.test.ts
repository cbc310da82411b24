import { beforeAll, beforeEach, expect, test } from "vitest";
import { ENGINE_TESTS, testEngines } from "~/compute/engine-tests.server";
import { SetSlurm } from "~/compute/screens/engine/slurm-form.server";
import { testEngine } from "~/compute/inside/engines/engine-tests.server";
import { readBackedCluster } from "~/compute/inside/engines/read-engine.server";
import { removeEngine, setEngine } from "~/compute/inside/engines/set-engine.server";
import { db } from "~/platform/db.server";
import { decrypt } from "~/platform/secret.server";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { now } from "../capacity/reserving";

const FORM = {
  ...{
    url: "https://slurm.example.com/",
    user: "millrace",
    engine_password: "a.b.c",
    partition: "gpu",
    account: "millrace",
  },
  ...{ qos: "", gpu_map: "a5000-pcie = a5000", runtime: "demo", agent: "/opt/millrace-agent", accounting: "1" },
  ...{ longest_hours: "24", window: "5", lease_minutes: "30" },
};

let by: { userId: number; requestId: string; now: Date };

beforeAll(async () => {
  await theCatalogue();
  by = { userId: (await aTenant({ role: "admin" })).userId, requestId: "r", now };
});
beforeEach(async () => {
  await db.query(`update cluster set engine_id = null`);
});

const form = (more: Partial<Record<keyof typeof FORM | "version" | "tested" | "test", string>> = {}) => {
  const { test: _test, ...fields } = SetSlurm.parse({ ...FORM, ...more });
  return { clusterName: "fra1", ...fields, ...by };
};

test("an engine is stored with its token encrypted, which no audit row and no screen has", async () => {
  await setEngine(form());
  const [engine] = await db.query<{ url: string; credentials: string }>(
    `select url, credentials from engine join cluster c on c.engine_id = engine.id where c.name = 'fra1'`,
  );
  expect(engine?.url).toBe("https://slurm.example.com");
  expect(decrypt(engine?.credentials ?? "")).toBe("a.b.c");
  const audit = await db.query<{ after: unknown }>(`select after from audit_row where action = 'engine.set'`);
  const shown = JSON.stringify([audit, await readBackedCluster("fra1")]);
  expect(shown).not.toMatch(/a\.b\.c|credentials":"/);
  expect(audit.at(-1)?.after).toMatchObject({
    new_token: true,
    settings: { gpuMap: { "a5000-pcie": "a5000" }, leaseMinutes: 30 },
  });
});

test("a change without a token keeps the stored one, and the second of two changes is refused", async () => {
  await setEngine(form());
  await setEngine(form({ engine_password: "", partition: "other", version: "1" }));
  const cluster = await readBackedCluster("fra1");
  expect(cluster?.engine).toMatchObject({ version: 2, settings: { partition: "other" } });
  await expect(setEngine(form({ version: "1" }))).rejects.toThrow("Somebody else changed this");
  await expect(setEngine(form())).rejects.toThrow("already exists");
});

test("a token goes to no other address than the one that it was typed for", async () => {
  const elsewhere = { url: "https://elsewhere.example.com", engine_password: "" };
  await setEngine(form());
  await expect(setEngine(form({ ...elsewhere, version: "1" }))).rejects.toThrow("another address");
  await expect(testEngine(form(elsewhere), { clusterName: "fra1", now })).rejects.toThrow("another address");
  const [tested] = await db.query<{ id: string }>(
    `insert into engine_test (kind, url, settings, credentials, lines, asked_at)
     select 'slurm', url, settings, credentials, '[]', $1 from engine order by id desc limit 1 returning id`,
    [now],
  );
  const kept = { ...elsewhere, tested: tested?.id ?? "" };
  await expect(setEngine(form({ ...kept, version: "1" }))).rejects.toThrow("another address");
  await expect(testEngine(form(kept), { clusterName: "fra1", now })).rejects.toThrow("another address");
  // Its path may change, and a token that is typed again may go anywhere.
  await setEngine(form({ url: "https://slurm.example.com/rest", engine_password: "", version: "1" }));
  await setEngine(form({ ...elsewhere, engine_password: "d.e.f", version: "2" }));
});

test("refused: no token, a GPU type that is not in the catalogue, a cluster with machines or unknown", async () => {
  await expect(setEngine(form({ engine_password: "" }))).rejects.toThrow("Enter the token");
  await expect(setEngine(form({ gpu_map: "x = h900" }))).rejects.toThrow("h900");
  await expect(setEngine({ ...form(), clusterName: "nowhere" })).rejects.toThrow("There is no cluster nowhere.");
  await aNode({ cluster: "ams2", now });
  await expect(setEngine({ ...form(), clusterName: "ams2" })).rejects.toThrow("has 1 machines");
  expect((await readBackedCluster("fra1"))?.engine).toBeNull();
});

test("a cluster goes back to own machines once nothing is open there", async () => {
  await setEngine(form());
  const engineId = (await readBackedCluster("fra1"))?.engine?.id;
  await removeEngine({ clusterName: "fra1", version: 1, ...by });
  expect((await readBackedCluster("fra1"))?.engine).toBeNull();
  expect(engineId).toBeGreaterThan(0);
});

test("a test is done by a worker, stores nothing, and its token can be stored afterwards", async () => {
  const asked = testEngine(form(), { clusterName: "fra1", now });
  const lines = [{ what: "Token", state: "ok" as const, text: "until 2027" }];
  const probed: (string | null)[] = [];
  while (probed.length === 0)
    await testEngines({ now }, async ({ credentials }) => {
      probed.push(credentials === null ? null : decrypt(credentials));
      return lines;
    });
  const tested = await asked;
  expect(tested.lines).toEqual(lines);
  expect(probed).toEqual(["a.b.c"]);
  expect((await readBackedCluster("fra1"))?.engine).toBeNull();
  await setEngine(form({ engine_password: "", tested: tested.id }));
  expect((await readBackedCluster("fra1"))?.engine).not.toBeNull();
  const woken = await db.query(`select from outbox where entity = 'wake' and key = $1`, [ENGINE_TESTS]);
  expect(woken.length).toBeGreaterThan(0);
});

test.each([
  [{ url: "slurm.example.com" }, "An address such as"],
  [{ url: "http://slurm.example.com" }, "Use https"],
  [{ user: "" }, "required"],
  [{ user: "a b" }, "without spaces"],
  [{ gpu_map: "" }, "At least one GPU type"],
  [{ gpu_map: "a100" }, "is not of the form"],
  [{ gpu_map: "a = a5000\nb = a5000" }, "a5000 stands twice"],
  [{ window: "0" }, "1 to 1000"],
  [{ agent: "agent" }, "A full path"],
])("wrong fields are named: %j", (wrong, said) => {
  const parsed = SetSlurm.safeParse({ ...FORM, ...wrong });
  expect(parsed.error?.issues.map(({ message }) => message).join(" ")).toContain(said);
});
