import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { EngineUnknown, type PlaceAsk, PlaceRefused } from "~/compute/engine";
import { tokenEndMs } from "~/compute/engine-access";
import { type SlurmSettings, slurmSettings } from "~/compute/slurm-settings";
import { SlurmEngine } from "../../../../worker/engines/slurm/slurm-engine";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

const recorded = (name: string) => readFileSync(new URL(`recorded/${name}.json`, import.meta.url), "utf8");
const says =
  (text: string, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status).end(text);
const openapi = says(
  JSON.stringify({ paths: { "/slurm/v0.0.37/jobs": {}, "/slurm/v0.0.38/jobs": {}, "/slurmdb/v0.0.38/jobs": {} } }),
);
/** Answers of Debian's slurmrestd. */
const site = {
  "/openapi": openapi,
  "/slurm/v0.0.38/diag": says(recorded("diag")),
  "/slurm/v0.0.38/jobs": says(recorded("jobs")),
  "/slurm/v0.0.38/nodes": says(recorded("nodes")),
  "/slurmdb/v0.0.38/jobs": says(recorded("past")),
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server with these answers, by path, and the requests that it received. */
async function serve(answers: Record<string, Answer>) {
  const asked: { method: string; path: string; query: string; body: string; token: unknown }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      const { pathname, search } = new URL(request.url ?? "", "http://x");
      const token = request.headers["x-slurm-user-token"];
      asked.push({ method: request.method ?? "", path: pathname, query: search, body, token });
      (answers[pathname] ?? says("", 404))(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function anEngine(
  url: string,
  {
    limitMs = 30_000,
    token = "t",
    manyJobs = 2_000,
    ...more
  }: Partial<SlurmSettings> & { limitMs?: number; token?: string; manyJobs?: number } = {},
) {
  const gpuMap = { a5000: "a5000-pcie" };
  const settings = slurmSettings.parse({ url, user: "games", partition: "gpu", gpuMap, ...more });
  return new SlurmEngine(settings, { token, home: "http://home.test", now: () => new Date(), limitMs, manyJobs });
}

const ask: PlaceAsk = {
  ...{ name: "mr-22222222-2222-4222-8222-222222222222-1", resvGuid: "", attempt: 1, gpuType: "a5000-pcie", nodes: 2 },
  ...{
    gpusPerNode: 8,
    cpusPerNode: 4,
    memMbPerNode: 1_000,
    maxSeconds: 90,
    url: "https://m",
    token: "mrp_secret",
    comment: "c",
  },
};

test("recorded jobs are places", async () => {
  const { url, asked } = await serve(site);
  const list = await anEngine(url).list(null);
  if (list === "unchanged") throw new Error("it was asked for all");
  expect(list.complete).toBe(true);
  expect(list.cursor).toMatch(/^17957384\d\d$/);
  const [gang, single, next, last, refused, held] = list.places;
  expect(gang).toEqual({
    ref: { name: "mr-11111111-1111-4111-8111-111111111111-1", externalId: "1", submittedTs: 1795738466 },
    ...{ state: "running", end: null, by: null, reason: { kind: "other", word: "None" } },
    ...{ startsAboutTs: null, startedTs: 1795738467, endedTs: null },
    members: [
      { node: "n1", gpus: [0, 1, 2, 3, 4, 5, 6, 7] },
      { node: "n2", gpus: [0, 1, 2, 3, 4, 5, 6, 7] },
    ],
  });
  expect(single?.members).toEqual([{ node: "n3", gpus: [0, 1, 2, 3, 4, 5] }]);
  // A job that Slurm refused stays in its list for a while.
  expect([next, last, refused, held].map((place) => [place?.state, place?.reason.kind])).toEqual([
    ["waiting", "gpus"],
    ["waiting", "priority"],
    ["ended", "never"],
    ["waiting", "held"],
  ]);
  expect(next?.startsAboutTs).toBeGreaterThan(1795738466);
  await anEngine(url).list("1795738470");
  expect(asked.at(-1)?.query).toBe("?update_time=1795738469");
});

test("recorded nodes have GPUs, of which some are ours", async () => {
  const { url } = await serve(site);
  expect(await anEngine(url).nodes()).toEqual([
    { name: "n1", gpuType: "a5000-pcie", gpus: 8, gpusInUse: 8, takesJobs: true, why: "" },
    { name: "n2", gpuType: "a5000-pcie", gpus: 8, gpusInUse: 8, takesJobs: true, why: "" },
    { name: "n3", gpuType: "a5000-pcie", gpus: 8, gpusInUse: 8, takesJobs: false, why: "drain: bad fan" },
  ]);
  expect(await anEngine(url, { partition: "other" }).nodes()).toEqual([]);
  const odd = { ...site, "/slurm/v0.0.38/nodes": says(recorded("nodes").replaceAll("a5000", "toString")) };
  expect((await anEngine((await serve(odd)).url).nodes()).map(({ gpuType }) => gpuType)).toEqual([null, null, null]);
  expect((await anEngine(url, { gpuMap: { h100: "h100" } }).nodes()).map(({ gpuType }) => gpuType)).toEqual([
    null,
    null,
    null,
  ]);
});

test("recorded accounting knows only ends, and who ended a place", async () => {
  const { url, asked } = await serve(site);
  const past = (end: number, externalId = "") =>
    anEngine(url).past({ name: `mr-11111111-1111-4111-8111-11111111111${end}-1`, externalId, submittedTs: 1795738466 });
  expect(await past(1)).toMatchObject({
    state: "ended",
    end: "cancelled",
    by: "root",
    startedTs: 1795738467,
    endedTs: 1795738485,
  });
  expect(asked.at(-1)?.query).toContain("start_time=uts");
  // A running job; and one that was refused and never ran.
  expect(await past(2)).toBeNull();
  expect(await past(5)).toMatchObject({ end: "failed", startedTs: null });
  expect(await past(1, "77")).toBeNull();
  const none = await serve({ ...site, "/slurmdb/v0.0.38/jobs": says(recorded("nothing-found")) });
  expect(await anEngine(none.url).past({ name: ask.name, externalId: "", submittedTs: 0 })).toBeNull();
  expect(
    await anEngine(url, { accounting: false }).past({ name: ask.name, externalId: "", submittedTs: 0 }),
  ).toBeNull();
});

test("a submission has few fields, its token only in the environment, and nothing about requeueing", async () => {
  const job = recorded("jobs").replaceAll("mr-11111111-1111-4111-8111-111111111111-1", ask.name);
  const { url, asked } = await serve({
    ...site,
    "/slurm/v0.0.38/job/submit": says(recorded("submitted")),
    "/slurm/v0.0.38/job/1": says(job),
  });
  const engine = anEngine(url, { account: "lab" });
  // "Disabled key: excluded_nodes": 22.05 refuses a job that names machines to be avoided.
  const asking = { ...ask, avoid: ["n1"] };
  expect(await engine.submit(asking)).toEqual({ name: ask.name, externalId: "1", submittedTs: 1795738466 });
  const { body = "" } = asked.find(({ path }) => path.endsWith("/submit")) ?? {};
  const { script, job: sent } = JSON.parse(body) as { script: string; job: Record<string, unknown> };
  expect(script.split("\n").length).toBeLessThanOrEqual(30);
  expect(script).not.toContain(ask.token);
  expect(sent).toEqual({
    ...{ name: ask.name, comment: "c", partition: "gpu", account: "lab", gres: "gpu:a5000:8", nodes: [2, 2], tasks: 2 },
    ...{ tasks_per_node: 1, cpus_per_task: 4, memory_per_node: 1_000, time_limit: 2 },
    ...{ standard_output: "/dev/null", current_working_directory: "/tmp" },
    environment: expect.objectContaining({
      MILLRACE_URL: "https://m",
      MILLRACE_GPU_TYPE: ask.gpuType,
      MILLRACE_PLACE_TOKEN: ask.token,
    }),
  });
  expect(await engine.submit({ ...ask, name: "mr-11111111-1111-4111-8111-111111111112-1" })).toMatchObject({
    externalId: "2",
  });
  expect(asked.filter(({ path }) => path.endsWith("/submit"))).toHaveLength(1);
});

test("a first request and a look at the machines cost no list of all jobs; a repeated request does", async () => {
  const { url, asked } = await serve(site);
  const engine = anEngine(url);
  const lists = () => asked.filter(({ path }) => path.endsWith("/jobs")).length;
  await engine.list(null);
  expect(lists()).toBe(1);
  await engine.submit(ask).catch(() => null);
  await engine.nodes();
  expect(lists()).toBe(1);
  await engine.submit({ ...ask, again: true }).catch(() => null);
  expect(lists()).toBe(2);
});

test("a site that came to have many jobs is not listed for its machines", async () => {
  const { statistics, ...more } = JSON.parse(recorded("diag")) as { statistics: object };
  let running = 1;
  const diag: Answer = (_, response) =>
    response.end(JSON.stringify({ ...more, statistics: { ...statistics, jobs_pending: 0, jobs_running: running } }));
  const { url, asked } = await serve({
    ...site,
    "/slurm/v0.0.38/diag": diag,
    "/slurmdb/v0.0.38/jobs": says(recorded("nothing-found")),
  });
  const engine = anEngine(url, { account: "lab", manyJobs: 100 });
  await engine.list(null);
  running = 101;
  expect(await engine.list(null)).toMatchObject({ places: [], complete: false });
  const before = asked.length;
  expect(await engine.nodes()).toHaveLength(3);
  expect(asked.slice(before).map(({ path }) => path)).toEqual(["/slurm/v0.0.38/nodes"]);
});

test("a number is success whatever the errors say, and an error of size is a refusal", async () => {
  const answers = (submitted: Answer) =>
    serve({ ...site, "/slurm/v0.0.38/job/submit": submitted, "/slurm/v0.0.38/job/7": says(recorded("jobs")) });
  const refused = await answers(says(recorded("refused"), 500));
  await expect(anEngine(refused.url).submit(ask)).rejects.toThrow(PlaceRefused);
  const held = await answers(says(recorded("held")));
  // It was accepted: the job that is read back has another name here.
  await expect(anEngine(held.url).submit(ask)).rejects.toThrow("is not there any more");
  const closed = await answers(says('{"errors": [{"error_code": 2045, "error": "Invalid account"}]}', 500));
  await expect(anEngine(closed.url).submit(ask)).rejects.toThrow(new EngineUnknown("Invalid account (2045)"));
});

test("only error 2017 means unknown: a job is read before it is cancelled, and its name compared", async () => {
  const unknown = says(recorded("unknown-job"), 500);
  const down = says(recorded("unknown-job").replace("2017", "-1"), 500);
  const { url, asked } = await serve({
    ...site,
    "/slurm/v0.0.38/job/99": unknown,
    "/slurm/v0.0.38/job/98": down,
    "/slurm/v0.0.38/job/1": site["/slurm/v0.0.38/jobs"],
  });
  const engine = anEngine(url);
  await engine.cancel({ name: ask.name, externalId: "99", submittedTs: 1 });
  await expect(engine.cancel({ name: ask.name, externalId: "98", submittedTs: 1 })).rejects.toThrow(EngineUnknown);
  await engine.cancel({ name: ask.name, externalId: "1", submittedTs: 1 });
  expect(asked.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("a state of a later Slurm makes the list incomplete", async () => {
  const jobs = recorded("jobs").replace('"job_state": "RUNNING"', '"job_state": "TELEPORTED"');
  const list = await anEngine((await serve({ ...site, "/slurm/v0.0.38/jobs": says(jobs) })).url).list(null);
  expect(list).toMatchObject({ complete: false });
  expect(list !== "unchanged" && list.places.length).toBe(5);
});

test.each<[what: string, answer: Answer, words: string]>([
  ["garbage", says("<html>busy</html>", 502), "status 502 and no JSON"],
  ["a half answer", says(recorded("jobs").slice(0, 900)), "no JSON"],
  [
    "another form",
    says('{"errors": [], "jobs": [{"name": "mr-1", "job_id": "x"}]}'),
    "answer cannot be read: jobs.0.job_id",
  ],
  [
    "an error with odd warnings",
    says('{"errors": [{"error_number": 5, "error": "no"}], "warnings": 7, "jobs": []}'),
    "no (5)",
  ],
  ["no jobs", says('{"errors": []}'), "answer cannot be read: jobs"],
  ["a wrong token", says(recorded("wrong-token"), 500), "Failed while looking for jobs"],
  ["no entry", says("Authentication failure", 401), "refuses the user or the token"],
  ["an upgrade", says("", 404), "no such path"],
  ["a reset", (request) => request.socket.destroy(), ""],
  ["silence", () => {}, "did not answer in time"],
  ["an answer that never ends", (_, response) => response.write('{"jobs": ['), "did not answer in time"],
])("%s says nothing about any place", async (_, answer, words) => {
  const { url } = await serve({ ...site, "/slurm/v0.0.38/jobs": answer });
  const error = await anEngine(url, { limitMs: 1_000 })
    .list(null)
    .catch((why: unknown) => why);
  expect(error).toBeInstanceOf(EngineUnknown);
  expect((error as Error).message).toContain(words);
});

test("an answer longer than 64 MiB is left at that", async () => {
  const part = " ".repeat(1024 * 1024);
  let sent = 0;
  const endless: Answer = (_, response) => {
    const send = () => {
      if (response.destroyed) return;
      sent += 1;
      response.write(part, send);
    };
    send();
  };
  const { url } = await serve({ ...site, "/slurm/v0.0.38/jobs": endless });
  await expect(anEngine(url).list(null)).rejects.toThrow("longer than 64 MiB");
  expect(sent).toBeGreaterThanOrEqual(64);
  expect(sent).toBeLessThan(100);
});

test("a redirect is not followed, so that the token reaches only the stored address", async () => {
  const other = await serve(site);
  const { url } = await serve({
    ...site,
    "/slurm/v0.0.38/diag": (_, response) => response.writeHead(307, { location: `${other.url}/x` }).end(),
  });
  await expect(anEngine(url).list(null)).rejects.toThrow("leads to another address");
  expect(other.asked).toEqual([]);
});

test("without https the token goes only to this machine; an expired one goes nowhere", async () => {
  await expect(anEngine("http://slurm.example.com").list(null)).rejects.toThrow("use https");
  await expect(anEngine("http://127.0.0.1.example.com").list(null)).rejects.toThrow("use https");
  const { url, asked } = await serve(site);
  const token = `x.${Buffer.from('{"exp": 1000}').toString("base64url")}.x`;
  expect(tokenEndMs(token)).toBe(1_000_000);
  await expect(anEngine(url, { token }).list(null)).rejects.toThrow("its token ended at 1970-01-01T00:16:40.000Z");
  expect(asked).toEqual([]);
});

test("a version that we do not know is named", async () => {
  const { url } = await serve({
    "/openapi": says('{"paths": {"/slurm/v0.0.39/jobs/": {}, "/slurm/v0.0.99/jobs/": {}}}'),
  });
  await expect(anEngine(url).list(null)).rejects.toThrow("it speaks v0.0.39, v0.0.99; we know v0.0.38, v0.0.40");
  expect((await anEngine(url).probe()).at(-1)).toMatchObject({ what: "Version", state: "fault" });
});

test("one call at a time; after three failures in a row it gets no calls for a while, and accounting is counted separately", async () => {
  let present = 0;
  let most = 0;
  const slow =
    (text: string): Answer =>
    (_, response) => {
      most = Math.max(most, (present += 1));
      setImmediate(() => {
        present -= 1;
        response.end(text);
      });
    };
  const { url, asked } = await serve({
    ...site,
    "/slurm/v0.0.38/diag": slow(recorded("diag")),
    "/slurm/v0.0.38/jobs": slow(recorded("jobs")),
    "/slurmdb/v0.0.38/jobs": says("", 500),
  });
  const engine = anEngine(url);
  await Promise.all([engine.list(null), engine.list(null), engine.list(null), engine.nodes()]);
  expect(most).toBe(1);
  const past = () => engine.past({ name: ask.name, externalId: "", submittedTs: 0 });
  for (let time = 0; time < 3; time += 1) await expect(past()).rejects.toThrow("no JSON");
  const before = asked.length;
  await expect(past()).rejects.toThrow("not called for 30 s");
  expect(asked.length).toBe(before);
  await engine.list(null);
});

test("a test warns of a partition that pre-empts or ends jobs too soon, and of a clock that differs", async () => {
  const { partitions, ...rest } = JSON.parse(recorded("partitions")) as { partitions: object[] };
  const { statistics, ...more } = JSON.parse(recorded("diag")) as { statistics: object };
  const theirTs = Math.floor(Date.now() / 1000) + 60;
  const strict = partitions.map((one) => ({ ...one, preemption_mode: ["requeue"], max_time_limit: 60 }));
  const { url } = await serve({
    ...site,
    "/slurm/v0.0.38/diag": says(JSON.stringify({ ...more, statistics: { ...statistics, req_time: theirTs } })),
    "/slurm/v0.0.38/partitions": says(JSON.stringify({ ...rest, partitions: strict })),
  });
  const lines = await anEngine(url, { partition: "gpu", longestSeconds: 86_400 }).probe();
  expect(lines.find(({ what }) => what === "Partition")).toEqual({
    what: "Partition",
    state: "warning",
    text: "gpu: it ends jobs after 60 min: longest is 1440 min; its jobs may be pre-empted",
  });
  expect(lines.find(({ what }) => what === "Authorization")).toMatchObject({
    state: "warning",
    text: expect.stringMatching(/its clock differs from ours by (59|60) s$/),
  });
});

/** The same site by a version from v0.0.40 on; `v0.0.40` names a job's nodes in another list. */
function typedSite(version: string, more: Record<string, Answer> = {}, offered = [version]): Record<string, Answer> {
  const jobs = recorded("typed/jobs");
  return {
    "/openapi": says(JSON.stringify({ paths: Object.fromEntries(offered.map((one) => [`/slurm/${one}/jobs/`, {}])) })),
    [`/slurm/${version}/diag`]: says(recorded("typed/diag")),
    [`/slurm/${version}/jobs`]: says(version === "v0.0.40" ? withEarlierNodes(jobs) : jobs),
    [`/slurm/${version}/nodes`]: says(recorded("typed/nodes")),
    [`/slurm/${version}/partitions`]: says(recorded("typed/partitions")),
    [`/slurmdb/${version}/jobs`]: says(recorded("typed/past")),
    ...Object.fromEntries(Object.entries(more).map(([path, answer]) => [`/slurm/${version}/${path}`, answer])),
  };
}

function withEarlierNodes(text: string): string {
  const answer = JSON.parse(text) as {
    jobs: {
      job_resources: { nodes?: string | { list: string; allocation: { name: string }[] }; [field: string]: unknown };
    }[];
  };
  for (const { job_resources: found } of answer.jobs) {
    if (typeof found.nodes !== "object") continue;
    found.allocated_nodes = found.nodes.allocation.map(({ name }) => ({ nodename: name, cpus_used: 0 }));
    found.nodes = found.nodes.list;
  }
  return JSON.stringify(answer);
}

/** What a submission's answer warns of: slurmrestd leaves out fields that it does not know. */
function warningsOf(body: string): { description: string }[] {
  const fields = JSON.parse(recorded("typed/job-fields")) as Record<string, string>;
  const { job, ...others } = JSON.parse(body) as { job: Record<string, unknown> };
  const unknown = Object.entries(job).filter(([field, value]) => fields[field] !== kindOf(value));
  return [...unknown, ...Object.entries(others)].map(([field]) => ({
    description: `Ignoring unknown field "${field}"`,
  }));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return "integer";
  if (typeof value !== "object") return typeof value;
  return Object.keys(value ?? {})
    .toSorted()
    .join() === "infinite,number,set"
    ? "number or unset"
    : "object";
}

test.each(["v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45"])(
  "%s tells of the same places, machines and ends as v0.0.38",
  async (version) => {
    const told = async (answers: Record<string, Answer>) => {
      const engine = anEngine((await serve(answers)).url);
      const past = (end: number) =>
        engine.past({
          name: `mr-11111111-1111-4111-8111-11111111111${end}-1`,
          externalId: "",
          submittedTs: 1795738466,
        });
      return [await engine.list(null), await engine.nodes(), await past(1), await past(2), await past(5)];
    };
    expect(await told(typedSite(version))).toEqual(await told(site));
  },
);

test("the version that has been run is preferred, then the highest", async () => {
  const asked = async (offered: string[], version: string) => {
    const server = await serve({ ...site, ...typedSite(version, {}, offered) });
    await anEngine(server.url).list(null);
    return server.asked.at(-1)?.path;
  };
  expect(await asked(["v0.0.40", "v0.0.38", "v0.0.39"], "v0.0.40")).toBe("/slurm/v0.0.38/jobs");
  expect(await asked(["v0.0.41", "v0.0.39", "v0.0.40"], "v0.0.41")).toBe("/slurm/v0.0.41/jobs");
  expect(await asked(["v0.0.44", "v0.0.45", "v0.0.46"], "v0.0.45")).toBe("/slurm/v0.0.45/jobs");
});

test.each<[words: string[], state: string | null]>([
  [["PENDING", "REQUEUED"], "waiting"],
  [["RUNNING", "CONFIGURING"], "starting"],
  [["RUNNING", "POWER_UP_NODE"], "running"],
  [["CANCELLED", "COMPLETING"], "ending"],
  [["CANCELLED"], "ended"],
  [["TELEPORTED"], null],
  [[], null],
])("a job that is %j is %s", async (words, state) => {
  const answer = JSON.parse(recorded("typed/jobs")) as { jobs: { job_state: string[] }[] };
  const jobs = answer.jobs.slice(0, 1).map((job) => ({ ...job, job_state: words }));
  const { url } = await serve(typedSite("v0.0.44", { jobs: says(JSON.stringify({ ...answer, jobs })) }));
  const list = await anEngine(url).list(null);
  expect(list !== "unchanged" && [list.places[0]?.state ?? null, list.complete]).toEqual([state, state !== null]);
});

test("unchanged is an empty list of 1970, which never means that all jobs are gone", async () => {
  const { url, asked } = await serve(typedSite("v0.0.44", { jobs: says(recorded("typed/unchanged")) }));
  expect(await anEngine(url).list("1795738470")).toBe("unchanged");
  // A bare number in a query is no time there.
  expect(asked.at(-1)?.query).toBe("?update_time=uts1795738469");
  await expect(anEngine(url).list(null)).rejects.toThrow("answer cannot be read: last_update");
});

test("a typed submission has only published fields, in their published forms", async () => {
  const job = recorded("typed/jobs").replaceAll("mr-11111111-1111-4111-8111-111111111111-1", ask.name);
  const { url, asked } = await serve(
    typedSite("v0.0.44", { "job/submit": says(recorded("typed/submitted")), "job/1": says(job) }),
  );
  const engine = anEngine(url, { account: "lab" });
  expect(await engine.submit(ask)).toEqual({ name: ask.name, externalId: "1", submittedTs: 1795738466 });
  const { body = "" } = asked.find(({ path }) => path.endsWith("/submit")) ?? {};
  expect(warningsOf(body)).toEqual([]);
  const { job: sent } = JSON.parse(body) as { job: Record<string, unknown> };
  expect(sent).toEqual({
    ...{ name: ask.name, comment: "c", partition: "gpu", account: "lab", tres_per_node: "gres/gpu:a5000:8" },
    ...{ nodes: "2-2", tasks: 2, tasks_per_node: 1, cpus_per_task: 4 },
    memory_per_node: { set: true, infinite: false, number: 1_000 },
    time_limit: { set: true, infinite: false, number: 2 },
    ...{ standard_output: "/dev/null", current_working_directory: "/tmp" },
    script: expect.stringMatching(/^#!\/bin\/bash\n/),
    environment: expect.arrayContaining([`MILLRACE_PLACE_TOKEN=${ask.token}`, "MILLRACE_URL=https://m"]),
  });
  // The stub warns of what v0.0.38 is sent.
  const wrong = JSON.stringify({ script: "", job: { gres: "gpu:1", nodes: [1, 1], environment: {}, time_limit: 1 } });
  expect(warningsOf(wrong).map(({ description }) => description.split('"')[1])).toEqual([
    ...["gres", "nodes", "environment", "time_limit", "script"],
  ]);
});

test("a typed number of a job is success, an error of size a refusal, and an unknown job a 404", async () => {
  const { url } = await serve(
    typedSite("v0.0.44", {
      "job/99": says(recorded("typed/unknown-job"), 404),
      "job/98": says("Unable to find requested URL endpoint.", 404),
      jobs: says(recorded("typed/wrong-token"), 511),
    }),
  );
  await expect(anEngine(url).list(null)).rejects.toThrow("Protocol authentication error (1007)");
  const cancel = (externalId: string) => anEngine(url).cancel({ name: ask.name, externalId, submittedTs: 1 });
  await cancel("99");
  await expect(cancel("98")).rejects.toThrow("it has no such path");
  const submit = async (submitted: Answer) =>
    await anEngine(
      (await serve(typedSite("v0.0.44", { "job/submit": submitted, "job/7": says(recorded("typed/jobs")) }))).url,
    ).submit(ask);
  await expect(submit(says(recorded("typed/refused"), 500))).rejects.toThrow(PlaceRefused);
  // It was accepted: the job that is read back has another name here.
  await expect(submit(says(recorded("typed/held")))).rejects.toThrow("is not there any more");
});

test("Test of a typed version says what is not known of pre-emption, and Slurm's warnings", async () => {
  const probe = async (version: string, { code = 0, warnings = [] as object[], modes = ["DISABLED"] } = {}) => {
    let name = "";
    const job = (): Answer => (_, response) => {
      const answer = JSON.parse(recorded("typed/jobs")) as { jobs: object[] };
      const exit_code = { return_code: { set: true, infinite: false, number: code } };
      const end = { name, job_state: [code ? "FAILED" : "COMPLETED"], exit_code, requeue: false };
      response.end(JSON.stringify({ ...answer, jobs: [{ ...answer.jobs[0], ...end }] }));
    };
    const submit: Answer = (_, response, body) => {
      ({ name } = (JSON.parse(body) as { job: { name: string } }).job);
      const answer = JSON.parse(recorded("typed/submitted")) as object;
      response.end(JSON.stringify({ ...answer, warnings: [...warningsOf(body), ...warnings] }));
    };
    const partitions = JSON.parse(recorded("typed/partitions")) as { partitions: object[] };
    if (version === "v0.0.45") for (const one of partitions.partitions) Object.assign(one, { preempt_mode: modes });
    const server = await serve(
      typedSite(version, { "job/submit": submit, "job/1": job(), partitions: says(JSON.stringify(partitions)) }),
    );
    const lines = await anEngine(server.url).probe();
    return Object.fromEntries(lines.map(({ what, state, text }) => [what, `${state}: ${text}`]));
  };
  const earlier = await probe("v0.0.44");
  expect(earlier).toMatchObject({
    Version: "ok: v0.0.44 of v0.0.44",
    Partition: expect.stringMatching(/^ok: gpu is up, .* may have pre-emption: the API does not say$/),
    GPUs: expect.stringContaining("× a5000 on 3 nodes = a5000-pcie"),
    Accounting: "ok: slurmdbd answers",
    "Trial job": expect.stringMatching(/^ok: on n\[1-2\]: the agent is there/),
  });
  expect((await probe("v0.0.45")).Partition).toMatch(/without pre-emption$/);
  expect((await probe("v0.0.45", { modes: ["REQUEUE"] })).Partition).toMatch(/^warning: .*may be pre-empted/);
  const ignored = [{ description: 'Ignoring unknown field "x"' }];
  expect((await probe("v0.0.44", { warnings: ignored }))["Trial job"]).toMatch(
    /^warning: on n.*; Slurm warns: Ignoring unknown field "x"$/,
  );
  expect((await probe("v0.0.44", { code: 3 }))["Trial job"]).toContain("fault: on n[1-2]: there is no program");
});

test("a test whose trial job cannot be followed cancels it; one that has ended by then is no fault of the cancelling", async () => {
  const { url, asked } = await serve({
    ...site,
    "/slurm/v0.0.38/partitions": says(recorded("partitions")),
    "/slurm/v0.0.38/job/submit": says(recorded("submitted")),
    "/slurm/v0.0.38/job/1": (request, response) =>
      request.method === "DELETE"
        ? response.writeHead(500).end(recorded("unknown-job"))
        : response.writeHead(502).end("<html>busy</html>"),
  });
  expect((await anEngine(url).probe()).at(-1)).toMatchObject({
    what: "Trial job",
    state: "fault",
    text: expect.stringContaining("status 502 and no JSON"),
  });
  expect(asked.at(-1)).toMatchObject({ method: "DELETE", path: "/slurm/v0.0.38/job/1" });
});
