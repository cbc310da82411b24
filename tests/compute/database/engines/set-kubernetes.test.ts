import { spawnSync } from "node:child_process";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { testEngines } from "~/compute/engine-tests.server";
import { testEngine } from "~/compute/inside/engines/engine-tests.server";
import { readBackedCluster } from "~/compute/inside/engines/read-engine.server";
import { removeEngine, setEngine } from "~/compute/inside/engines/set-engine.server";
import { fieldsOf } from "~/compute/screens/engine/engine-fields.server";
import { SetKubernetes } from "~/compute/screens/engine/kubernetes-form.server";
import { db } from "~/platform/db.server";
import { decrypt } from "~/platform/secret.server";
import { probeEngine } from "../../../../worker/engines/make-engine";
import { Cluster, TOKEN } from "../../../support/kubernetes/cluster";
import { aTenant, theCatalogue } from "../../../support/world";
import { now } from "../capacity/reserving";
import { KUBERNETES_FORM as FORM } from "./kubernetes-form";

const site = new Cluster();
let by: { userId: number; requestId: string; now: Date };

beforeAll(async () => {
  await theCatalogue();
  by = { userId: (await aTenant({ role: "admin" })).userId, requestId: "r", now };
});
beforeEach(async () => {
  await db.query(`update cluster set engine_id = null`);
});
afterEach(() => site.stop());

const form = (more: Partial<Record<keyof typeof FORM | "version" | "tested", string>> = {}) => {
  const { test: _test, ...fields } = SetKubernetes.parse({ ...FORM, ...more });
  return { clusterName: "fra1", ...fields, ...by };
};
const engineNow = async () => (await readBackedCluster("fra1"))?.engine;

test("a Kubernetes is stored with its token encrypted, which no audit row and no screen has", async () => {
  await setEngine(form());
  const [engine] = await db.query<{ kind: string; url: string; credentials: string }>(
    `select kind, url, credentials from engine join cluster c on c.engine_id = engine.id where c.name = 'fra1'`,
  );
  expect(engine).toMatchObject({ kind: "kubernetes", url: "https://kubernetes.example.com:6443" });
  expect(decrypt(engine?.credentials ?? "")).toBe(FORM.engine_password);
  const audit = await db.query<{ after: unknown }>(`select after from audit_row where action = 'engine.set'`);
  expect(JSON.stringify([audit, await readBackedCluster("fra1")])).not.toMatch(/a\.b\.c|credentials":"/);
  expect(audit.at(-1)?.after).toMatchObject({ kind: "kubernetes", new_token: true, settings: { namespace: "gpu" } });
});

test("the form shows what was stored, and what it shows is stored again", async () => {
  const typed = {
    ...{ queue: "millrace", priority_class: "low", runtime_class: "nvidia", pull_secret: "r", user_namespaces: "1" },
    ...{ gpu_map: "NVIDIA-A = a5000\nNVIDIA-A-SHARED = a5000", tolerations: "team, spot\nx/y", image: "ubuntu:24.04" },
  };
  await setEngine(form(typed));
  const engine = await engineNow();
  expect(engine?.settings).toMatchObject({
    ...{ gpuMap: { "NVIDIA-A": "a5000", "NVIDIA-A-SHARED": "a5000" }, tolerations: ["team", "spot", "x/y"] },
    ...{ longestSeconds: 86_400, window: 5, userNamespaces: true, allPods: false, ssh: "gateway" },
  });
  const shown = engine ? fieldsOf(engine) : null;
  expect(shown).toMatchObject({ ...typed, tolerations: "team spot x/y", all_pods: "" });
  const { all_pods: _, ...sent } = shown as unknown as Record<string, string>;
  expect(SetKubernetes.parse(sent).settings).toEqual(engine?.settings);
});

test("a token goes to no other address than the one that it was typed for, and stays at another form", async () => {
  await setEngine(form());
  await setEngine(form({ engine_password: "", namespace: "other", version: "1" }));
  expect(await engineNow()).toMatchObject({ version: 2, settings: { namespace: "other" } });
  const elsewhere = { url: "https://kubernetes.example.com:6444", engine_password: "" };
  await expect(setEngine(form({ ...elsewhere, version: "2" }))).rejects.toThrow("another address");
  await expect(testEngine(form(elsewhere), { clusterName: "fra1", now })).rejects.toThrow("another address");
});

test("a page that shows another kind of engine changes nothing", async () => {
  await setEngine(form());
  await removeEngine({ clusterName: "fra1", version: 1, ...by });
  await db.query(
    `with made as (insert into engine (kind, url) values ('slurm', 'https://slurm.example.com') returning id)
     update cluster set engine_id = made.id from made where name = 'fra1'`,
  );
  await expect(setEngine(form({ version: "1" }))).rejects.toThrow("Somebody else changed this");
  expect(await engineNow()).toMatchObject({ kind: "slurm", url: "https://slurm.example.com" });
});

test("Test asks the cluster, line by line, stores nothing and creates nothing; its token can be stored then", async () => {
  const url = await site.start();
  site.nodes = [
    {
      metadata: { name: "n1", labels: { "nvidia.com/gpu.product": "NVIDIA-RTX-A5000" } },
      status: { allocatable: { "nvidia.com/gpu": "8" }, conditions: [{ type: "Ready", status: "True" }] },
    },
  ];
  const ask = async (more: Parameters<typeof form>[0]) => {
    let answered = false;
    const asked = testEngine(form({ url, ...more }), { clusterName: "fra1", now }).finally(() => (answered = true));
    while (!answered) await testEngines({ now }, probeEngine);
    return await asked;
  };
  const wrong = await ask({ engine_password: "x.y.z" });
  expect(wrong.lines.at(-1)).toMatchObject({ what: "Version", state: "fault", text: "it refuses the token" });
  const { id, lines } = await ask({ engine_password: TOKEN });
  expect(lines.map(({ what, state }) => `${what} ${state}`)).toEqual([
    ...["Token warning", "Version ok", "Rights warning", "GPUs ok", "Queue warning", "Trial Pod ok"],
  ]);
  expect(lines.find(({ what }) => what === "GPUs")?.text).toBe("8 × NVIDIA-RTX-A5000 on 1 nodes = a5000");
  expect(site.pods.size + site.secrets.size).toBe(0);
  expect(await engineNow()).toBeNull();
  await setEngine(form({ url, engine_password: "", tested: id }));
  const [engine] = await db.query<{ credentials: string }>(`select credentials from engine order by id desc limit 1`);
  expect(decrypt(engine?.credentials ?? "")).toBe(TOKEN);
});

const { stdout: CERTIFICATE } = spawnSync(
  "openssl",
  [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=x"],
    ...["-keyout", "/dev/null"],
  ],
  { encoding: "utf8" },
);
const KEY = "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n";

test("certificates may be several; keys, and what is no certificate, are refused", () => {
  const saidOf = (ca: string) => SetKubernetes.safeParse({ ...FORM, ca }).error?.issues.map(({ path }) => path[0]);
  expect(saidOf(CERTIFICATE)).toBeUndefined();
  expect(saidOf(`${CERTIFICATE}\n${CERTIFICATE}`)).toBeUndefined();
  for (const wrong of [CERTIFICATE + KEY, KEY, btoa(CERTIFICATE), CERTIFICATE.replace("MI", "IM"), "PEM"])
    expect(saidOf(wrong)).toEqual(["ca"]);
});

test.each([
  [{ url: "kubernetes.example.com" }, "An address such as https://kubernetes.example.com:6443."],
  [{ url: "http://kubernetes.example.com" }, "Use https"],
  [{ namespace: "" }, "This is required."],
  [{ namespace: "Millrace" }, "lower-case letters"],
  [{ queue: "a b" }, "lower-case letters"],
  [{ pull_secret: "-x" }, "lower-case letters"],
  [{ resource: "" }, "A key such as"],
  [{ gpu_label: "a b" }, "A key such as"],
  [{ tolerations: "a=b:NoSchedule" }, "Keys of taints"],
  [{ agent_image: "" }, "This is required."],
  [{ agent_image: "the agent" }, "An image such as"],
  [{ image: "ubuntu 24" }, "An image such as"],
  [{ gpu_map: "" }, "At least one GPU type"],
  [{ gpu_map: "= a5000" }, "has no word"],
  [{ gpu_map: "a = a5000\na = a5000" }, "stands twice"],
  [{ lease_minutes: "1" }, "5 to 10080"],
])("wrong fields are named: %j", (wrong, said) => {
  const parsed = SetKubernetes.safeParse({ ...FORM, ...wrong });
  expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    [Object.keys(wrong)[0], expect.stringContaining(said)],
  ]);
});
