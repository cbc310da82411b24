import { afterEach, beforeEach, expect, test } from "vitest";
import { EngineUnknown, type PlaceAsk, PlaceRefused } from "~/compute/engine";
import { KubernetesEngine } from "../../../../../worker/engines/kubernetes/kubernetes-engine";
import { type KubernetesSettings, kubernetesSettings } from "~/compute/kubernetes-settings";
import { type Answer, Cluster, fail, send, TOKEN } from "../../../../support/kubernetes/cluster";

const PODS = "/api/v1/namespaces/gpu/pods";
const NAME = "mr-22222222-2222-4222-8222-222222222222-1";
const START_MS = Date.parse("2026-11-27T03:00:00Z");

let cluster: Cluster;
let nowMs: number;

beforeEach(async () => {
  cluster = new Cluster();
  nowMs = START_MS;
  await cluster.start();
});
afterEach(() => cluster.stop());

function anEngine({
  limitMs = 30_000,
  token = TOKEN,
  ...more
}: Partial<KubernetesSettings> & { limitMs?: number; token?: string } = {}) {
  const gpuMap = { "NVIDIA-RTX-A5000": "a5000", "NVIDIA-RTX-A5000-SHARED": "a5000", "NVIDIA-H100": "h100" };
  const images = { image: "ubuntu:24.04", agentImage: "millrace/agent:1" };
  const settings = kubernetesSettings.parse({ url: cluster.url, namespace: "gpu", gpuMap, ...images, ...more });
  return new KubernetesEngine(settings, { token, now: () => new Date(nowMs), limitMs });
}

const ask: PlaceAsk = {
  ...{
    name: NAME,
    resvGuid: "22222222-2222-4222-8222-222222222222",
    attempt: 1,
    gpuType: "a5000",
    nodes: 1,
    gpusPerNode: 2,
  },
  ...{
    cpusPerNode: 8,
    memMbPerNode: 32_768,
    maxSeconds: 7_200,
    url: "https://m.example",
    token: "mrp_secret",
    comment: "c",
  },
};
const gang = { ...ask, nodes: 2, gpusPerNode: 8 };

function posted(what: string) {
  return cluster.asked
    .filter(({ method, path }) => method === "POST" && path.endsWith(what))
    .map(({ body }) => body as Record<string, never>);
}

const running = {
  spec: { nodeName: "n1" },
  status: {
    phase: "Running",
    containerStatuses: [{ name: "task", state: { running: { startedAt: "2026-11-27T03:00:10Z" } } }],
  },
};

test("a place is one Pod of its name, whose token lies in a Secret that goes with it", async () => {
  const ref = await anEngine({
    runtimeClass: "nvidia",
    priorityClass: "millrace",
    pullSecret: "r",
    userNamespaces: true,
  }).submit(ask);
  const pod = cluster.pods.get(NAME);
  expect(ref).toEqual({ name: NAME, externalId: pod?.metadata.uid, submittedTs: START_MS / 1000 });
  expect(JSON.stringify(pod)).not.toContain(ask.token);
  expect(pod?.spec).toMatchObject({
    ...{ restartPolicy: "Never", automountServiceAccountToken: false, activeDeadlineSeconds: 7_200, hostUsers: false },
    ...{ runtimeClassName: "nvidia", priorityClassName: "millrace", imagePullSecrets: [{ name: "r" }] },
    initContainers: [{ image: "millrace/agent:1", args: ["unpack", "/run/millrace/bin"] }],
    containers: [
      {
        image: "ubuntu:24.04",
        command: expect.arrayContaining(["/run/millrace/bin/agent", "pilot"]),
        resources: { limits: { "nvidia.com/gpu": "2", cpu: "8", memory: "32768Mi" } },
        env: expect.arrayContaining([
          { name: "MILLRACE_RUNTIME", value: "inside" },
          { name: "MILLRACE_PLACE_TOKEN", valueFrom: { secretKeyRef: { name: NAME, key: "token" } } },
        ]),
      },
    ],
  });
  // Two words of the cluster are one GPU type.
  expect(JSON.stringify(pod?.spec["affinity"])).toContain('["NVIDIA-RTX-A5000","NVIDIA-RTX-A5000-SHARED"]');
  expect(cluster.secrets.get(NAME)).toMatchObject({
    stringData: { token: ask.token },
    metadata: { ownerReferences: [{ kind: "Pod", name: NAME, uid: pod?.metadata.uid }] },
  });
  expect(cluster.asked.every(({ query }) => !query.has("dryRun"))).toBe(true);
});

test("machines to be avoided are none for the scheduler", async () => {
  await anEngine().submit({ ...ask, avoid: ["gpu-1", "gpu-2"] });
  expect(JSON.stringify(cluster.pods.get(NAME)?.spec["affinity"])).toContain(
    '{"key":"kubernetes.io/hostname","operator":"NotIn","values":["gpu-1","gpu-2"]}',
  );
});

test("the task's own image goes first", async () => {
  await anEngine().submit({ ...ask, image: "registry.example/train:3" });
  expect(JSON.stringify(cluster.pods.get(NAME)?.spec)).toContain("registry.example/train:3");
});

test("a task without an image is refused unless the settings name one; a test of the connection needs none", async () => {
  cluster.kueue = ["v1beta2"];
  await expect(anEngine({ image: "" }).submit(ask)).rejects.toThrow("no reference in the catalogue");
  expect(cluster.pods.size).toBe(0);
  expect((await anEngine({ image: "", queue: "q" }).probe()).at(-1)).toMatchObject({ what: "Trial Pod", state: "ok" });
});

test("a place that is submitted again is the one that is there, and gets its token if it lacks it", async () => {
  const engine = anEngine();
  // The answer is lost, and so is the Secret.
  cluster.instead.set("POST /api/v1/namespaces/gpu/secrets", (request) => request.socket.destroy());
  await expect(engine.submit(ask)).rejects.toThrow(EngineUnknown);
  cluster.instead.clear();
  const first = await engine.submit(ask);
  expect(cluster.secrets.size).toBe(1);
  expect(await anEngine().submit(ask)).toEqual(first);
  expect(cluster.pods.size).toBe(1);
  expect(cluster.secrets.get(NAME)?.metadata["ownerReferences"]).toMatchObject([{ uid: first.externalId }]);
  cluster.change(NAME, { metadata: { labels: {} } });
  await expect(engine.submit(ask)).rejects.toThrow("somebody else's");
});

test("a gang is Pods of one group in Kueue's queue; without Kueue it is refused, and nothing of it stays", async () => {
  await expect(anEngine().submit(gang)).rejects.toThrow(PlaceRefused);
  await expect(anEngine({ queue: "millrace" }).submit(gang)).rejects.toThrow("gangs need Kueue");
  expect(cluster.pods.size).toBe(0);
  cluster.kueue = ["v1beta1"];
  const engine = anEngine({ queue: "millrace" });
  const ref = await engine.submit(gang);
  expect([...cluster.pods.keys()]).toEqual([`${NAME}-0`, `${NAME}-1`]);
  for (const { metadata } of cluster.pods.values()) {
    expect(metadata.labels).toMatchObject({
      "kueue.x-k8s.io/queue-name": "millrace",
      "kueue.x-k8s.io/pod-group-name": NAME,
    });
    expect(metadata["annotations"]).toMatchObject({
      "kueue.x-k8s.io/pod-group-total-count": "2",
      "kueue.x-k8s.io/retriable-in-group": "false",
    });
  }
  expect(cluster.secrets.get(NAME)?.metadata["ownerReferences"]).toHaveLength(2);
  expect(ref.externalId).toBe(cluster.pods.get(`${NAME}-0`)?.metadata.uid);
  // Its answer was lost; meanwhile Kueue has let it go, and it waits for its nodes.
  for (const name of cluster.pods.keys()) cluster.change(name, { spec: { schedulingGates: [] } });
  expect(await engine.submit(gang)).toEqual(ref);
  expect(cluster.pods.size).toBe(2);
  await engine.cancel(ref);
  expect(cluster.pods.size).toBe(0);

  // Kueue is there, and does not look after this namespace: half a gang could start.
  cluster.instead.set("GET /apis/kueue.x-k8s.io", (_, response) =>
    send(response, 200, { versions: [{ version: "v1beta2" }, { version: "v2" }] }),
  );
  cluster.kueue = null;
  await expect(engine.submit({ ...gang, name: NAME.replace("-1", "-2") })).rejects.toThrow("does not look after Pods");
  expect(cluster.pods.size).toBe(0);
});

test.each<[what: string, answer: Answer, error: typeof EngineUnknown | typeof PlaceRefused, words: string]>([
  [
    "what is not valid",
    (_, response) => fail(response, 422, "Invalid", 'Pod "x" is invalid'),
    PlaceRefused,
    "is invalid",
  ],
  [
    "what Pod Security forbids",
    (_, response) =>
      fail(response, 403, "Forbidden", 'pods "x" is forbidden: violates PodSecurity "restricted:latest"'),
    PlaceRefused,
    "violates PodSecurity",
  ],
  [
    "a full quota",
    (_, response) => fail(response, 403, "Forbidden", "exceeded quota: millrace"),
    EngineUnknown,
    "exceeded quota",
  ],
  [
    "no right",
    (_, response) => fail(response, 403, "Forbidden", 'cannot create resource "pods"'),
    EngineUnknown,
    "cannot create",
  ],
  [
    "no namespace",
    (_, response) => fail(response, 404, "NotFound", 'namespaces "gpu" not found', "gpu"),
    EngineUnknown,
    "not found",
  ],
  [
    "a quota that is being written",
    (_, response) => fail(response, 409, "Conflict", "please apply your changes"),
    EngineUnknown,
    "apply",
  ],
  [
    "a webhook that is down",
    (_, response) => fail(response, 500, "InternalError", "failed calling webhook"),
    EngineUnknown,
    "webhook",
  ],
])("a submission meets %s", async (_, answer, error, words) => {
  cluster.instead.set(`POST ${PODS}`, answer);
  const thrown = await anEngine()
    .submit(ask)
    .catch((why: unknown) => why);
  expect(thrown).toBeInstanceOf(error);
  expect((thrown as Error).message).toContain(words);
});

test("a GPU type that no word is mapped to is refused without a call", async () => {
  await expect(anEngine().submit({ ...ask, gpuType: "b200" })).rejects.toThrow(PlaceRefused);
  expect(cluster.asked).toEqual([]);
});

test("what is cancelled is gone, or was never there; the uid keeps a later Pod of the name", async () => {
  const engine = anEngine();
  const ref = await engine.submit(ask);
  cluster.change(NAME, running);
  await engine.cancel(ref);
  await engine.cancel(ref);
  const deleted = cluster.asked.filter(({ method }) => method === "DELETE");
  expect(deleted.map(({ body }) => body)).toEqual([
    { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid: ref.externalId } },
  ]);
  cluster.remove(NAME);
  await engine.cancel({ ...ref, name: "mr-never" });

  await engine.submit(ask);
  cluster.instead.set(`DELETE ${PODS}/${NAME}`, (_, response) =>
    fail(response, 409, "Conflict", "the UID does not match"),
  );
  await expect(engine.cancel(ref)).rejects.toThrow(EngineUnknown);
  // Not found by a wrong path or a proxy says nothing.
  cluster.instead.set(`DELETE ${PODS}/${NAME}`, (_, response) =>
    fail(response, 404, "NotFound", "the server could not find the requested resource"),
  );
  await expect(engine.cancel(ref)).rejects.toThrow(EngineUnknown);
  cluster.instead.set(`DELETE ${PODS}/${NAME}`, (_, response) => fail(response, 404, "NotFound", "gone", NAME));
  await engine.cancel(ref);
});

async function listed(engine: KubernetesEngine, since: string | null = null) {
  const list = await engine.list(since);
  if (list === "unchanged") throw new Error("nothing has changed");
  return list;
}

test("a list is told once, then what has changed; others' Pods are not in it", async () => {
  const engine = anEngine();
  expect(await listed(engine)).toMatchObject({ places: [], complete: true });
  await engine.submit(ask);
  cluster.add("other");
  cluster.change("other", { metadata: { labels: {} } });
  const first = await listed(engine);
  expect(first.places.map(({ ref, state }) => [ref.name, state])).toEqual([[NAME, "waiting"]]);
  expect(await engine.list(first.cursor)).toBe("unchanged");
  cluster.change("other", running);
  expect(await engine.list(first.cursor)).toBe("unchanged");
  const listings = () => cluster.asked.filter(({ path, query }) => path === PODS && query.has("limit")).length;
  const before = listings();
  cluster.change(NAME, running);
  const second = await listed(engine, first.cursor);
  expect(second.places).toEqual([
    {
      ...{
        ref: first.places[0]?.ref,
        state: "running",
        reason: { kind: "other", word: "Running" },
        end: null,
        by: null,
      },
      ...{ startsAboutTs: null, startedTs: START_MS / 1000 + 10, endedTs: null, members: [{ node: "n1", gpus: [] }] },
    },
  ]);
  expect(listings()).toBe(before);
});

test("a Pod that somebody deletes has ended, with its last condition, also for a worker that starts in between", async () => {
  await anEngine().submit(ask);
  cluster.change(NAME, running);
  const { cursor } = await listed(anEngine());
  const condition = {
    type: "DisruptionTarget",
    status: "True",
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  const deleted = { deletionTimestamp: "2026-11-27T03:10:30Z", deletionGracePeriodSeconds: 30 };
  cluster.change(NAME, { metadata: deleted, status: { conditions: [condition] } });
  const engine = anEngine();
  expect((await listed(engine, cursor)).places[0]?.state).toBe("ending");
  cluster.remove(NAME);
  const ended = { state: "ended", end: "preempted", by: "EvictionByEvictionAPI", endedTs: START_MS / 1000 + 630 };
  expect((await listed(anEngine(), cursor)).places).toEqual([expect.objectContaining(ended)]);
  const { places, cursor: next } = await listed(engine, cursor);
  expect(places[0]).toMatchObject(ended);
  expect(await engine.past({ name: NAME, externalId: "", submittedTs: 0 })).toMatchObject(ended);
  nowMs += 2 * 3_600_000;
  expect(await engine.list(next)).toBe("unchanged");
  expect((await listed(engine, next)).places).toEqual([]);
});

test("where Kubernetes has forgotten what changed, all is listed again, and what is missing is just missing", async () => {
  const engine = anEngine();
  await engine.submit(ask);
  const { cursor } = await listed(engine);
  cluster.remove(NAME);
  cluster.oldest = 10_000;
  expect(await listed(engine, cursor)).toMatchObject({ places: [], complete: true });
  cluster.instead.set(`GET ${PODS}`, (request, response) =>
    request.url?.includes("watch")
      ? fail(response, 410, "Expired", "too old")
      : send(response, 200, { metadata: { resourceVersion: "7" }, items: null }),
  );
  expect(await listed(anEngine(), "5")).toEqual({
    places: [],
    cursor: "7",
    complete: true,
    ts: expect.closeTo(Date.now() / 1000, -1),
  });
});

test("what is left of a Pod may be events alone, and they say how it ended or nothing", async () => {
  const engine = anEngine();
  const ref = { name: NAME, externalId: "u1", submittedTs: 1 };
  expect(await engine.past(ref)).toBeNull();
  const event = (reason: string, message = "") => ({
    involvedObject: { kind: "Pod", uid: "u1" },
    reason,
    message,
    lastTimestamp: "2026-11-27T03:05:00Z",
  });
  cluster.events = [event("Scheduled"), event("TaintManagerEviction", "Cancelling deletion of Pod gpu/x")];
  expect(await engine.past(ref)).toBeNull();
  cluster.events = [event("Scheduled"), event("Preempted", "Preempted by pod y on node n1")];
  expect(await engine.past(ref)).toMatchObject({
    ref,
    state: "ended",
    end: "preempted",
    by: "Preempted",
    endedTs: START_MS / 1000 + 300,
  });
  cluster.events = [event("TaintManagerEviction", "Marking for deletion Pod gpu/x")];
  expect(await engine.past(ref)).toMatchObject({ end: "node-lost" });
  expect(await engine.past({ ...ref, externalId: "" })).toBeNull();
});

test("an ended Pod is removed an hour after its end, and not before a list has told of it", async () => {
  const engine = anEngine();
  await engine.submit(ask);
  const terminated = {
    exitCode: 0,
    reason: "Completed",
    startedAt: "2026-11-27T03:00:10Z",
    finishedAt: "2026-11-27T03:30:00Z",
  };
  cluster.change(NAME, {
    status: { phase: "Succeeded", containerStatuses: [{ name: "task", state: { terminated } }] },
  });
  nowMs += 3 * 3_600_000;
  const { cursor, places } = await listed(engine);
  expect(places[0]).toMatchObject({ state: "ended", end: "done", endedTs: START_MS / 1000 + 1_800 });
  expect(cluster.pods.size).toBe(1);
  expect(await engine.list(cursor)).toBe("unchanged");
  expect(cluster.pods.size).toBe(0);
});

test("a gang starts with its last Pod and ends with its first", async () => {
  cluster.kueue = ["v1beta1"];
  const engine = anEngine({ queue: "q" });
  await engine.submit(gang);
  const state = async () => (await listed(engine)).places.map(({ state: one, end }) => [one, end])[0];
  cluster.change(`${NAME}-0`, { ...running, spec: { nodeName: "n1", schedulingGates: [] } });
  expect(await state()).toEqual(["waiting", null]);
  cluster.change(`${NAME}-1`, { spec: { nodeName: "n2", schedulingGates: [] } });
  expect(await state()).toEqual(["starting", null]);
  cluster.change(`${NAME}-1`, { ...running, spec: { nodeName: "n2" } });
  expect(await state()).toEqual(["running", null]);
  expect((await listed(engine)).places[0]?.members).toEqual([
    { node: "n1", gpus: [] },
    { node: "n2", gpus: [] },
  ]);
  cluster.change(`${NAME}-1`, {
    status: { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." },
  });
  expect(await state()).toEqual(["ending", null]);
  cluster.change(`${NAME}-0`, { status: { phase: "Succeeded" } });
  expect(await state()).toEqual(["ended", "preempted"]);
});

test("why a place waits is Kueue's word or an event's, and its absence costs the reason alone", async () => {
  cluster.kueue = ["v1beta1"];
  const engine = anEngine({ queue: "q" });
  const ref = await engine.submit(ask);
  const reason = async () => (await listed(engine)).places[0]?.reason;
  expect(await reason()).toEqual({ kind: "other", word: "waits for Kueue" });
  const message =
    "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor a5000, 2 more needed";
  const conditions = [{ type: "QuotaReserved", status: "False", reason: "Pending", message }];
  cluster.workloads = [
    { metadata: { name: "pod-x", ownerReferences: [{ uid: ref.externalId }] }, status: { conditions } },
  ];
  expect(await reason()).toEqual({ kind: "share-used", word: `Pending: ${message}` });
  cluster.instead.set("GET /apis/kueue.x-k8s.io/v1beta1/namespaces/gpu/workloads", (_, response) =>
    fail(response, 500, "InternalError", "conversion webhook"),
  );
  for (let time = 0; time < 4; time += 1) expect(await reason()).toEqual({ kind: "other", word: "waits for Kueue" });

  cluster.change(NAME, { spec: { nodeName: "n1", schedulingGates: [] } });
  expect(await reason()).toEqual({ kind: "other", word: "starting" });
  const event = (word: string, at: string) => ({
    involvedObject: { kind: "Pod", uid: ref.externalId },
    reason: word,
    message: "m",
    lastTimestamp: at,
  });
  cluster.events = [event("FailedMount", "2026-11-27T03:00:02Z"), event("Pulling", "2026-11-27T03:00:01Z")];
  expect(await reason()).toEqual({ kind: "launch-failed", word: "FailedMount: m" });
  expect((await listed(engine)).places[0]?.state).toBe("waiting");
});

test("a phase of a later Kubernetes makes the list incomplete", async () => {
  const engine = anEngine();
  await engine.submit(ask);
  cluster.add(NAME.replace("-1", "-2"), { status: { phase: "Hibernating" } });
  expect(await listed(engine)).toMatchObject({ complete: false, places: [{ ref: { name: NAME } }] });
});

test("long lists come in parts; one that changes meanwhile is no list", async () => {
  for (let n = 0; n < 600; n += 1) cluster.add(`mr-${n}`);
  expect((await listed(anEngine())).places).toHaveLength(600);
  expect(cluster.asked.filter(({ path }) => path === PODS)).toHaveLength(6);
  cluster.instead.set(`GET ${PODS}`, (request, response) =>
    request.url?.includes("continue")
      ? fail(response, 410, "Expired", "too old")
      : send(response, 200, { metadata: { continue: "x" }, items: [] }),
  );
  const engine = anEngine();
  for (let time = 0; time < 4; time += 1) await expect(engine.list(null)).rejects.toThrow("changed while it was read");
});

test("nodes have GPUs, of which some are ours, and a word for what keeps them", async () => {
  const node = (
    name: string,
    { word = "NVIDIA-RTX-A5000", gpus = "8", ready = "True", ...spec }: Record<string, unknown> = {},
  ) => ({
    metadata: { name, labels: word ? { "nvidia.com/gpu.product": word } : {} },
    spec,
    status: {
      allocatable: { cpu: "64", ...(gpus ? { "nvidia.com/gpu": gpus } : {}) },
      conditions: [{ type: "Ready", status: ready, reason: "KubeletNotReady", message: "PLEG" }],
    },
  });
  const taint = (key: string, effect = "NoSchedule") => ({ taints: [{ key, effect, value: "v" }] });
  cluster.nodes = [
    node("n1", taint("nvidia.com/gpu")),
    node("n2", { unschedulable: true, ...taint("node.kubernetes.io/unschedulable") }),
    node("n3", { ready: "False" }),
    node("n4", taint("team")),
    node("n5", { word: "toString" }),
    node("n6", { gpus: "" }),
    node("cpu", { word: "", gpus: "" }),
  ];
  const engine = anEngine();
  await engine.submit(ask);
  cluster.change(NAME, running);
  const plain = { gpuType: "a5000", gpus: 8, gpusInUse: 0 };
  expect(await engine.nodes()).toEqual([
    { name: "n1", ...plain, gpusInUse: 2, takesJobs: true, why: "" },
    { name: "n2", ...plain, takesJobs: false, why: "cordoned" },
    { name: "n3", ...plain, takesJobs: false, why: "not ready: KubeletNotReady: PLEG" },
    { name: "n4", ...plain, takesJobs: false, why: "taint team=v:NoSchedule" },
    { name: "n5", ...plain, gpuType: null, takesJobs: true, why: "" },
    { name: "n6", ...plain, gpus: 0, takesJobs: true, why: "" },
  ]);
  expect((await anEngine({ tolerations: ["team"] }).nodes()).find(({ name }) => name === "n4")?.takesJobs).toBe(true);
  cluster.add("theirs", {
    labels: {},
    ...running,
    spec: { nodeName: "n1", containers: [{ resources: { limits: { "nvidia.com/gpu": "3" } } }] },
  });
  cluster.change("theirs", { metadata: { labels: {} } });
  expect((await anEngine({ allPods: true }).nodes())[0]).toMatchObject({ gpusInUse: 5 });
});

const cut: Answer = (request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"items": [');
  setImmediate(() => request.socket.destroy());
};
const says =
  (text: string, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status).end(text);

test.each<[what: string, answer: Answer, words: string]>([
  ["garbage", says("<html>busy</html>", 502), "status 502 and no JSON"],
  ["half an answer", says('{"items": ['), "no JSON"],
  ["a stream that is cut", cut, ""],
  [
    "another form",
    says('{"metadata": {}, "items": [{"metadata": {"name": 1}}]}'),
    "answer cannot be read: items.0.metadata.name",
  ],
  ["a list without items", says('{"metadata": {}}'), "answer cannot be read: items"],
  ["a wrong token", (_, response) => fail(response, 401, "Unauthorized", "Unauthorized"), "refuses the token"],
  [
    "no right",
    (_, response) => fail(response, 403, "Forbidden", 'pods is forbidden: User "x" cannot list'),
    "cannot list",
  ],
  ["an unknown path", says("404 page not found", 404), "status 404 and no JSON"],
  ["a reset", (request) => request.socket.destroy(), ""],
  ["silence", () => {}, "did not answer in time"],
  ["an answer that never ends", (_, response) => response.write('{"items": ['), "did not answer in time"],
  [
    "a redirect",
    (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    "leads to another address",
  ],
])("%s says nothing about any place", async (_, answer, words) => {
  cluster.instead.set(`GET ${PODS}`, answer);
  const error = await anEngine({ limitMs: 1_000 })
    .list(null)
    .catch((why: unknown) => why);
  expect(error).toBeInstanceOf(EngineUnknown);
  expect((error as Error).message).toContain(words);
});

test.each<[what: string, lines: string]>([
  ["cut within a line", '{"type":"DELETED","object":{"metadata":{"name":"x"'],
  ["an error", '{"type":"ERROR","object":{"kind":"Status","code":500,"message":"etcd"}}\n'],
  ["an unknown word", '{"type":"VANISHED","object":{}}\n'],
])("of a watch that is %s, nothing counts", async (_, lines) => {
  const engine = anEngine();
  await engine.submit(ask);
  const { cursor } = await listed(engine);
  const pod = cluster.pods.get(NAME);
  const deleted = `${JSON.stringify({ type: "DELETED", object: pod })}\n`;
  cluster.instead.set(`GET ${PODS}`, says(deleted + lines));
  await expect(engine.list(cursor)).rejects.toThrow(EngineUnknown);
  cluster.instead.clear();
  expect(await engine.list(cursor)).toBe("unchanged");
});

test("an answer longer than 64 MiB is left at that", async () => {
  const part = " ".repeat(1024 * 1024);
  let sent = 0;
  cluster.instead.set(`GET ${PODS}`, (_, response) => {
    const more = () => {
      if (response.destroyed) return;
      sent += 1;
      response.write(part, more);
    };
    more();
  });
  await expect(anEngine().list(null)).rejects.toThrow("longer than 64 MiB");
  expect(sent).toBeLessThan(100);
});

test("a token that has ended, or that a network could read, goes nowhere", async () => {
  const token = `x.${Buffer.from('{"exp": 1000}').toString("base64url")}.x`;
  await expect(anEngine({ token }).list(null)).rejects.toThrow("its token ended at 1970-01-01T00:16:40.000Z");
  await expect(anEngine({ url: "http://kubernetes.example.com" }).list(null)).rejects.toThrow("use https");
  expect(cluster.asked).toEqual([]);
});

test("one call at a time; it rests when it is asked to, and after three failures; a full quota is no failure", async () => {
  const engine = anEngine();
  await Promise.all([engine.list(null), engine.list(null), engine.nodes(), engine.submit(ask)]);
  expect(cluster.most).toBe(1);
  cluster.instead.set(`POST ${PODS}`, (_, response) => fail(response, 403, "Forbidden", "exceeded quota: millrace"));
  for (let time = 0; time < 4; time += 1) await expect(engine.submit(ask)).rejects.toThrow("exceeded quota");

  cluster.instead.set(`GET ${PODS}`, (_, response) => send(response, 429, { kind: "Status" }, { "retry-after": "17" }));
  await expect(engine.list(null)).rejects.toThrow("a rest of 17 s");
  const before = cluster.asked.length;
  await expect(engine.list(null)).rejects.toThrow("a rest of 17 s");
  expect(cluster.asked.length).toBe(before);

  const other = anEngine();
  cluster.instead.set(`GET ${PODS}`, says("", 500));
  for (let time = 0; time < 3; time += 1) await expect(other.list(null)).rejects.toThrow("no JSON");
  await expect(other.list(null)).rejects.toThrow("not called for 30 s");
});

test("a test of the connection says what is right and what is missing, and creates nothing", async () => {
  cluster.kueue = ["v1beta2"];
  cluster.nodes = [
    {
      metadata: { name: "n1", labels: { "nvidia.com/gpu.product": "NVIDIA-H100" } },
      status: { allocatable: { "nvidia.com/gpu": "8" }, conditions: [{ type: "Ready", status: "True" }] },
    },
  ];
  nowMs = Date.now();
  cluster.allowed = ({ subresource, verb, resource }) =>
    subresource !== "exec" && !(resource === "secrets" && verb !== "create" && verb !== "delete") && verb !== "patch";
  const look = async (engine = anEngine({ queue: "q" })) =>
    (await engine.probe()).map(({ what, state, text }) => `${what} ${state} ${text}`);
  expect(await look()).toEqual([
    "Token warning says no end",
    "Version ok Kubernetes v1.34.1; Millrace has not been run on one yet",
    "Rights ok all, and no more",
    "GPUs ok 8 × NVIDIA-H100 on 1 nodes = h100",
    "Queue ok q, by Kueue's v1beta2",
    "Trial Pod ok would be taken",
  ]);
  expect(posted("/pods")).toHaveLength(1);
  expect(cluster.pods.size + cluster.secrets.size).toBe(0);

  cluster.kueue = null;
  cluster.nodes = [];
  cluster.allowed = () => true;
  nowMs += 60_000;
  expect(await look()).toEqual([
    "Token warning says no end",
    expect.stringMatching(/^Version warning .* its clock differs from ours by -(59|6\d) s$/),
    "Rights warning all, and more than it needs: it may create pods/exec, get secrets, list secrets, patch nodes of the cluster",
    "GPUs fault 0 nodes without GPUs",
    "Queue fault there is no Kueue",
    "Trial Pod warning would be taken, but Kueue does not look after Pods of this namespace: gangs are refused",
  ]);
  cluster.instead.set(`POST ${PODS}`, (_, response) =>
    fail(response, 403, "Forbidden", 'violates PodSecurity "restricted"'),
  );
  expect((await look(anEngine())).slice(-2)).toEqual([
    expect.stringContaining("Queue warning none"),
    'Trial Pod fault violates PodSecurity "restricted"',
  ]);
  cluster.allowed = ({ resource, verb }) => resource === "pods" && verb === "list";
  expect((await look()).at(-1)).toBe(
    "Rights fault it may not create pods, get pods, watch pods, delete pods, create secrets, delete secrets, list events, list nodes of the cluster, list workloads (docs/deploy/kubernetes)",
  );
});
