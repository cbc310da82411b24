import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EnginePlace, type EngineRef, EngineUnknown, type PlaceAsk, PlaceRefused } from "~/compute/engine";
import { type SlurmSettings, slurmSettings } from "~/compute/slurm-settings";
import { SlurmEngine } from "../../../worker/engines/slurm/slurm-engine";
import { freePorts, keep, SlurmLab } from "../../support/slurm/lab.mjs";
import { until } from "../../support/until";

// One Slurm for all tests, which run one after the other, because its start takes seconds. Each test leaves all GPUs
// free.
const lacks = SlurmLab.lacks();
if (lacks) console.log(`Slurm's tests are skipped: ${lacks}`);

/** `nodes` and `gpusPerNode`: the whole lab. */
const GANG = { nodes: 2, gpusPerNode: 8 };
const WHOLE_NODE = { gpusPerNode: 8 };

let lab: SlurmLab;
let stop: () => Promise<void>;
let engine: SlurmEngine;
let token: string;

const settingsOf = (more: Partial<SlurmSettings> = {}) =>
  slurmSettings.parse({
    ...{
      url: lab.url,
      user: "games",
      partition: "gpu",
      account: "millrace",
      gpuMap: { a5000: "a5000-pcie" },
      agent: `${lab.dir}/agent`,
      runtime: "demo",
    },
    ...more,
  });

/** A new one does not pause because of the faults of another test. */
function anEngine(
  more: Partial<SlurmSettings> & { token?: string; home?: string; limitMs?: number; manyJobs?: number } = {},
) {
  const { limitMs = 20_000, manyJobs = 2_000 } = more;
  const { home = lab.url } = more;
  return new SlurmEngine(settingsOf(more), {
    token: more.token ?? token,
    home,
    now: () => new Date(),
    limitMs,
    manyJobs,
  });
}

let asked = 0;

function anAsk(more: Partial<PlaceAsk> = {}): PlaceAsk {
  asked += 1;
  const resvGuid = `00000000-0000-4000-8000-${String(asked).padStart(12, "0")}`;
  return {
    ...{ name: `mr-${resvGuid}-1`, resvGuid, attempt: 1, gpuType: "a5000-pcie", nodes: 1, gpusPerNode: 1 },
    ...{ cpusPerNode: 2, memMbPerNode: 1_000, maxSeconds: 3_600, url: "sleep", token: "mrp_secret", comment: "" },
    ...more,
  };
}

/** Looks up a place as a tick does: accounting may know jobs that the list no longer has. */
async function placeOf(ref: EngineRef): Promise<EnginePlace | null> {
  const list = await engine.list(null);
  const places = list === "unchanged" ? [] : list.places;
  return places.find((place) => place.ref.externalId === ref.externalId) ?? (await engine.past(ref));
}

async function become(state: EnginePlace["state"], ref: EngineRef): Promise<EnginePlace> {
  return await until(`${ref.name} is ${state}`, async () => {
    const place = await placeOf(ref);
    return place?.state === state ? place : null;
  });
}

async function end(...refs: EngineRef[]): Promise<void> {
  for (const ref of refs) await engine.cancel(ref);
  for (const ref of refs) await become("ended", ref);
}

/** Accounting's time of a place; undefined: it has none. */
const spentOf = async (ref: EngineRef) => (await engine.spent?.([ref]))?.[0];

/** True once slurmctld answers again, with its nodes. */
const nodesAreIdle = () => {
  try {
    return lab.run("sinfo", "-h", "-N", "-t", "idle,mixed,allocated").trim().split("\n").length === lab.nodes.length;
  } catch {
    return false;
  }
};

describe.skipIf(lacks !== "")("an engine on a real Slurm", () => {
  beforeAll(async () => {
    const port = await freePorts();
    // Not in the temporary folder of a whole run: memory file systems may allow no programs and no devices.
    lab = new SlurmLab({
      dir: mkdtempSync("/tmp/millrace-slurm-"),
      port,
      settings: { MinJobAge: 5, SlurmdTimeout: 6, MessageTimeout: 5, KillWait: 2, JobRequeue: 1 },
    });
    stop = keep(lab);
    await lab.start();
    token = lab.token();
    engine = anEngine();
    // Replaces Millrace's agent: its "address" tells it what to do, and it notes the environment on each node.
    writeFileSync(
      `${lab.dir}/agent`,
      `#!/bin/bash
set -eu
echo "$1 $MILLRACE_PLACE_TOKEN $CUDA_VISIBLE_DEVICES" >"${lab.dir}/run/seen.$SLURM_JOB_ID.$SLURM_NODEID"
case $MILLRACE_URL in exit-*) exit "\${MILLRACE_URL#exit-}" ;; esac
exec sleep 600
`,
    );
    chmodSync(`${lab.dir}/agent`, 0o755);
  });

  afterAll(async () => {
    await stop();
  });

  let endedEarly: EngineRef;

  test("a place is requested, runs, is listed and ends", async () => {
    const ask = anAsk({ gpusPerNode: 2, comment: "a comment" });
    const ref = await engine.submit(ask);
    expect(ref).toMatchObject({ name: ask.name, externalId: "1" });
    const place = await become("running", ref);
    expect(place).toMatchObject({ end: null, endedTs: null, startsAboutTs: null, ref });
    expect(place.members).toEqual([{ node: "n1", gpus: [0, 1] }]);
    expect(place.startedTs).toBeGreaterThanOrEqual(ref.submittedTs);
    const node = (await engine.nodes()).find(({ name }) => name === "n1");
    expect(node).toMatchObject({ gpuType: "a5000-pcie", gpus: 8, gpusInUse: 2, takesJobs: true, why: "" });
    expect(lab.run("scontrol", "show", "job", "1")).toContain("Comment=a comment");
    expect(lab.run("scontrol", "write", "batch_script", "1", "-")).not.toContain(ask.token);
    const seen = await until("the agent has begun", () => read(`${lab.dir}/run/seen.1.0`));
    expect(seen.trim()).toBe("pilot mrp_secret 0,1");
    await end(ref);
    expect(await placeOf(ref)).toMatchObject({ state: "ended", end: "cancelled" });
    await engine.cancel(ref);
    endedEarly = ref;
  });

  test("a list without changes is unchanged, and one with another user's job has none of ours", async () => {
    const first = await engine.list(null);
    if (first === "unchanged") throw new Error("it was asked for all");
    const same = await until("nothing changes for a moment", async () => {
      const again = await engine.list(first.cursor);
      return again === "unchanged" ? again : ((first.cursor = again.cursor), null);
    });
    expect(same).toBe("unchanged");
    const name = anAsk().name;
    const id = lab
      .run("sbatch", "--parsable", "-J", name, "-o", "/dev/null", "-D", "/tmp", "--wrap", "sleep 60")
      .trim();
    const list = await engine.list(first.cursor);
    expect(list).toMatchObject({ complete: true });
    expect(JSON.stringify(list)).not.toContain(name);
    await engine.cancel({ name, externalId: id, submittedTs: 0 });
    expect(lab.run("squeue", "-h", "-j", id, "-o", "%t").trim()).not.toBe("CA");
    lab.run("scancel", id);
  });

  test("the agent's own end is distinguished from its failure", async () => {
    const [done, failed] = [
      await engine.submit(anAsk({ url: "exit-0" })),
      await engine.submit(anAsk({ url: "exit-7" })),
    ];
    expect(await become("ended", done)).toMatchObject({ end: "done" });
    expect(await become("ended", failed)).toMatchObject({ end: "failed" });
  });

  test("a gang is one place with an agent on each node; a place waiting behind it learns why", async () => {
    const gang = await engine.submit(anAsk(GANG));
    const { members } = await become("running", gang);
    expect(members.map(({ gpus }) => gpus)).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [0, 1, 2, 3, 4, 5, 6, 7],
    ]);
    const seen = (node: number) => read(`${lab.dir}/run/seen.${gang.externalId}.${node}`);
    await until("both agents have begun", () => seen(0) && seen(1));
    expect(seen(1)?.trim()).toBe("pilot mrp_secret 0,1,2,3,4,5,6,7");
    const single = await engine.submit(anAsk(WHOLE_NODE));
    await become("running", single);
    const [next, last] = [await engine.submit(anAsk(WHOLE_NODE)), await engine.submit(anAsk(WHOLE_NODE))];
    await until("the first waits for GPUs", async () => (await placeOf(next))?.reason.kind === "gpus");
    const waiting = await until("the other waits behind it", async () => {
      const place = await placeOf(last);
      return place?.reason.kind === "priority" ? place : null;
    });
    expect(waiting).toMatchObject({ state: "waiting", reason: { word: "Priority" }, startedTs: null, members: [] });
    expect((await engine.nodes()).map(({ gpusInUse }) => gpusInUse)).toEqual(lab.nodes.map(() => 8));
    await end(last, next, gang, single);
    expect(await placeOf(last)).toMatchObject({ end: "cancelled", startedTs: null });
  });

  test("at a site with many jobs ours are looked up by their numbers", async () => {
    const ref = await engine.submit(anAsk());
    const one = anEngine({ manyJobs: -1 });
    const places = await until("accounting has heard of it", async () => {
      const list = await one.list(null);
      return list !== "unchanged" && list.places.some((place) => place.ref.name === ref.name) ? list : null;
    });
    expect(places.complete).toBe(false);
    expect(places.places.find((place) => place.ref.name === ref.name)?.ref).toEqual(ref);
    await end(ref);
  });

  test("a share that is used up is distinguished from one that will always be too small", async () => {
    const limit = (all: number, each: number) =>
      lab.run(
        "sacctmgr",
        "-i",
        "modify",
        "user",
        "games",
        "set",
        `GrpTRES=gres/gpu=${all}`,
        `MaxTRESPerJob=gres/gpu=${each}`,
      );
    limit(2, -1);
    const [one, other] = [await engine.submit(anAsk({ gpusPerNode: 2 })), await engine.submit(anAsk())];
    await become("running", one);
    const reasonOf = (ref: EngineRef) => placeOf(ref).then((place) => place?.reason.kind);
    await until("the share is used", async () => (await reasonOf(other)) === "share-used");
    limit(-1, 1);
    const large = await engine.submit(anAsk({ gpusPerNode: 2 }));
    await until("it will never start", async () => (await reasonOf(large)) === "never");
    limit(-1, -1);
    await end(one, other, large);
    // The operator's mistake, which shows nothing about the place.
    await expect(anEngine({ account: "none" }).submit(anAsk())).rejects.toThrow(EngineUnknown);
    await expect(anEngine({ qos: "none" }).submit(anAsk())).rejects.toThrow("Invalid qos");
  });

  test("what can never be granted is refused at once", async () => {
    await expect(engine.submit(anAsk({ gpusPerNode: 9 }))).rejects.toThrow(PlaceRefused);
    await expect(engine.submit(anAsk({ nodes: 4 }))).rejects.toThrow(PlaceRefused);
    await expect(engine.submit(anAsk({ gpuType: "h100" }))).rejects.toThrow(PlaceRefused);
    await expect(anEngine({ partition: "none" }).submit(anAsk())).rejects.toThrow("Invalid partition name");
  });

  test("a closed partition and a hold are reasons, not ends", async () => {
    lab.run("scontrol", "update", "partitionname=gpu", "state=down");
    const ref = await engine.submit(anAsk());
    await until("it is closed", async () => (await placeOf(ref))?.reason.kind === "closed");
    // Held first: between the two Slurm may look at its queue, and start it.
    lab.run("scontrol", "hold", ref.externalId);
    lab.run("scontrol", "update", "partitionname=gpu", "state=up");
    expect(await placeOf(ref)).toMatchObject({ state: "waiting", reason: { kind: "held", word: "JobHeldAdmin" } });
    await end(ref);
  });

  test("the site's own cancel and its requeue are seen as such", async () => {
    const [one, other] = [await engine.submit(anAsk()), await engine.submit(anAsk())];
    await become("running", one);
    lab.run("scancel", one.externalId);
    expect(await become("ended", one)).toMatchObject({ end: "cancelled" });
    const past = await until("accounting has it", () => engine.past(one));
    expect(past).toMatchObject({ end: "cancelled", by: "root", ref: { name: one.name } });
    await become("running", other);
    await until("accounting has it running", async () => (await spentOf(other))?.isOpen);
    lab.run("scontrol", "requeue", other.externalId);
    expect(await become("waiting", other)).toMatchObject({ startedTs: null });
    // Its next pass over the queue names the reason.
    await until("it is held back", async () => (await placeOf(other))?.reason.word === "BeginTime");
    expect((await placeOf(other))?.reason.kind).toBe("held");
    // Its first run has ended, and it waits for the next: nothing runs.
    await until("accounting has its first run", async () => (await spentOf(other))?.isOpen === false);
    // By name: its time of submission has changed.
    await end(other);
  });

  test("a drained node takes no jobs, and says why", async () => {
    lab.run("scontrol", "update", "nodename=n2", "state=drain", "reason=bad fan");
    expect((await engine.nodes()).map(({ takesJobs, why }) => [takesJobs, why])).toEqual([
      [true, ""],
      [false, "drain: bad fan"],
      [true, ""],
    ]);
    const probe = await engine.probe();
    expect(probe).toContainEqual(expect.objectContaining({ what: "GPUs", state: "warning" }));
    lab.run("scontrol", "update", "nodename=n2", "state=resume");
    await until("it takes jobs again", async () => (await engine.nodes()).every(({ takesJobs }) => takesJobs));
  });

  test("a probe reports its findings line by line, and leaves nothing", async () => {
    const probe = await engine.probe();
    expect(probe.map(({ what, state }) => `${what}: ${state}`)).toEqual([
      ...["Token: warning", "Version: ok", "Authorization: ok", "Partition: ok", "GPUs: ok", "Accounting: ok"],
      "Trial job: warning",
    ]);
    expect(probe.at(-1)?.text).toMatch(/^on n[1-3]: the agent is there, .*JobRequeue/);
    expect(lab.run("squeue", "-h", "-o", "%j")).not.toContain("mr-probe");
    const lost = await anEngine({ partition: "none", gpuMap: { h100: "h100" } }).probe();
    expect(lost.filter(({ state }) => state === "fault").map(({ what }) => what)).toEqual([
      "Partition",
      "GPUs",
      "Trial job",
    ]);
    const trial = async (more: Parameters<typeof anEngine>[0]) => (await anEngine(more).probe()).at(-1);
    expect(await trial({ agent: "/nowhere/agent" })).toMatchObject({
      state: "fault",
      text: expect.stringContaining("there is no program /nowhere/agent"),
    });
    expect(await trial({ home: "http://127.0.0.1:9" })).toMatchObject({
      state: "fault",
      text: expect.stringContaining("does not reach Millrace at http://127.0.0.1:9"),
    });
  });

  test("a wrong, a foreign and an expired token leave every question open", async () => {
    await expect(anEngine({ token: "eyJhbGciOiJIUzI1NiJ9.e30.x" }).list(null)).rejects.toThrow(EngineUnknown);
    await expect(anEngine({ token: lab.token("nobody") }).list(null)).rejects.toThrow(EngineUnknown);
    const old = lab.token("games", 1);
    // Known only to Slurm: by this clock it is valid.
    const blind = new SlurmEngine(settingsOf(), { token: old, home: lab.url, now: () => new Date(0) });
    const error = await until("it has ended", () =>
      blind.list(null).then(
        () => null,
        (why: unknown) => why,
      ),
    );
    expect(error).toBeInstanceOf(EngineUnknown);
    await expect(anEngine({ token: old }).list(null)).rejects.toThrow("its token ended at");
    expect((await blind.probe()).map(({ what, state }) => [what, state]).at(-1)).toEqual(["Authorization", "fault"]);
  });

  test("a place whose answer is lost is found again by its name", async () => {
    const ask = anAsk();
    const { url, close } = await answersAreLost("/job/submit");
    await expect(anEngine({ url }).submit(ask)).rejects.toThrow(EngineUnknown);
    const ref = await anEngine({ url }).submit({ ...ask, again: true });
    expect(lab.run("squeue", "-h", "-n", ask.name, "-o", "%i").trim()).toBe(ref.externalId);
    await close();
    await end(ref);
  });

  test("of two jobs with one name each is cancelled by itself", async () => {
    const ask = anAsk();
    const first = await engine.submit(ask);
    const second = lab
      .run("sbatch", "--parsable", "--uid=games", "-A", "millrace", "-J", ask.name, "-D", "/tmp", "--wrap", "sleep 60")
      .trim();
    expect(await engine.submit({ ...ask, again: true })).toEqual(first);
    const list = await engine.list(null);
    if (list === "unchanged") throw new Error("it was asked for all");
    const twins = list.places.filter(({ ref }) => ref.name === ask.name);
    expect(twins.map(({ ref }) => ref.externalId)).toEqual([first.externalId, second]);
    await end({ ...first, externalId: second });
    expect(await placeOf(first)).not.toMatchObject({ state: "ended" });
    await engine.cancel({ name: ask.name, externalId: "", submittedTs: 0 });
    await become("ended", first);
  });

  test("a frozen controller costs seconds, then gets no calls; nothing is concluded about any place", async () => {
    const hasty = anEngine({ limitMs: 500 });
    await hasty.list(null);
    await lab.signal("slurmctld", "SIGSTOP");
    for (let time = 0; time < 3; time += 1) await expect(hasty.list(null)).rejects.toThrow("did not answer in time");
    const startedMs = performance.now();
    await expect(hasty.list(null)).rejects.toThrow("not called for");
    expect(performance.now() - startedMs).toBeLessThan(400);
    await lab.signal("slurmctld", "SIGCONT");
    await until("it answers again", () =>
      anEngine()
        .list(null)
        .catch(() => null),
    );
  });

  test("a killed controller comes back with its jobs", async () => {
    const ref = await engine.submit(anAsk());
    await become("running", ref);
    // State is saved some seconds after a change. Only a marker written after the start shows that the job was saved as
    // running.
    const saved = `saved-${ref.name}`;
    lab.run("scontrol", "update", `jobid=${ref.externalId}`, `admincomment=${saved}`);
    await until("it has saved the job", () => read(`${lab.dir}/ctld/job_state`)?.includes(saved));
    await lab.signal("slurmctld", "SIGKILL");
    await expect(anEngine({ limitMs: 500 }).list(null)).rejects.toThrow(EngineUnknown);
    await expect(anEngine({ limitMs: 500 }).cancel(ref)).rejects.toThrow(EngineUnknown);
    lab.begin("slurmctld");
    await until("it is back", nodesAreIdle);
    expect(await placeOf(ref)).toMatchObject({ state: "running", ref });
    await end(ref);
  });

  test("a job that left the controller is known to accounting", async () => {
    await until("it has left", () => {
      return lab.run("squeue", "-h", "-t", "all", "-o", "%i").split("\n").includes(endedEarly.externalId) === false;
    });
    const past = await engine.past(endedEarly);
    expect(past).toMatchObject({ state: "ended", end: "cancelled", by: "games", ref: endedEarly });
    expect(await engine.past({ ...endedEarly, externalId: "77777" })).toBeNull();
    const ran = (past?.endedTs ?? 0) - (past?.startedTs ?? 0);
    const others = [
      { ...endedEarly, externalId: "77777" },
      { ...endedEarly, name: anAsk().name },
    ];
    expect(await engine.spent?.([endedEarly, ...others])).toEqual([
      { name: endedEarly.name, seconds: ran, isOpen: false },
    ]);
    expect(anEngine({ accounting: false }).spent).toBeNull();
    expect(await engine.past({ ...endedEarly, name: anAsk().name })).toBeNull();
    await engine.cancel(endedEarly);
  });

  test("the agent of a lost node is not forgotten: the node is lost, and the place with it", async () => {
    const ref = await engine.submit(anAsk());
    const { members } = await become("running", ref);
    const node = members[0]?.node ?? "";
    lab.run("scontrol", "update", `jobid=${ref.externalId}`, "requeue=0");
    await lab.signal(node, "SIGKILL");
    expect(await become("ended", ref)).toMatchObject({ end: "node-lost" });
    const lost = (await engine.nodes()).find(({ name }) => name === node);
    expect(lost).toMatchObject({ takesJobs: false, why: expect.stringContaining("down") });
    lab.begin(node);
    await until("the node is back", nodesAreIdle);
  });

  test("a controller that forgot its jobs uses their numbers again, and nobody else's job is cancelled", async () => {
    const forgotten = await engine.submit(anAsk());
    await lab.signal("slurmctld", "SIGKILL");
    for (const name of readdirSync(`${lab.dir}/ctld`))
      if (name.startsWith("job_state")) rmSync(`${lab.dir}/ctld/${name}`);
    lab.begin("slurmctld");
    await until("it is back", nodesAreIdle);
    const others = [];
    for (let id = 0; id !== Number(forgotten.externalId);) {
      const ref = await engine.submit(anAsk({ url: "exit-0" }));
      others.push(ref);
      id = Number(ref.externalId);
    }
    const namesake = others.at(-1);
    expect(namesake?.externalId).toBe(forgotten.externalId);
    await engine.cancel(forgotten);
    expect(await become("ended", namesake as EngineRef)).toMatchObject({ end: "done" });
    // Accounting learns of its end from Slurm 24.11 on. Before, it never does, which proves nothing.
    expect([null, "cancelled"]).toContain((await engine.past(forgotten))?.end ?? null);
    // Nor has its number's next owner lent it any time.
    expect((await spentOf(forgotten))?.seconds ?? 0).toBe(0);
  });

  function read(path: string): string | null {
    try {
      return readFileSync(path, "utf8") || null;
    } catch {
      return null;
    }
  }

  /** slurmrestd behind a proxy that loses its first answer to a path. */
  async function answersAreLost(path: string) {
    let lost = false;
    const server = createServer((request, response) => {
      void (async () => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const answer = await fetch(`${lab.url}${request.url}`, {
          method: request.method ?? "GET",
          headers: request.headers as Record<string, string>,
          ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
        });
        const text = await answer.text();
        if (request.url?.endsWith(path) && !lost) {
          lost = true;
          return void request.socket.destroy();
        }
        response.writeHead(answer.status).end(text);
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
  }
});
