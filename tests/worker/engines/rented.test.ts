import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, request } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, type Job, jobNamed } from "../../e2e/support/api";
import { launchProduct, type LaunchedProduct, ONE_THREAD } from "../../e2e/support/launch-product";
import { logIn } from "../../e2e/support/people";
import { type KeyPair, makeKeyPair, ssh } from "../../e2e/support/ssh";
import { freePorts, keep, SlurmLab } from "../../support/slurm/lab.mjs";
import { until } from "../../support/until";

// The whole product, the real agent and a real Slurm. Its tests follow each other on one product and one cluster.

let lab: SlurmLab;
let stopLab: () => Promise<void>;
let product: LaunchedProduct;
let admin: APIRequestContext;
let key: string;
let keys: KeyPair;
let dir: string;

/** Sends a form of a screen with its page token, as a browser without script does. Answers the page. */
async function send(who: APIRequestContext, path: string, form: Record<string, string>): Promise<string> {
  const screen = await (await who.get(path)).text();
  const token = /name="_token" value="([^"]+)"/.exec(screen)?.[1] ?? "";
  return await (await who.post(path, { form: { ...form, _token: token }, headers: { origin: product.origin } })).text();
}

const connection = () => ({
  ...{
    intent: "set-engine",
    url: lab.url,
    user: "games",
    engine_password: lab.token(),
    partition: "gpu",
    account: "millrace",
  },
  ...{ qos: "", gpu_map: "a5000 = a5000", runtime: "demo", agent: `${lab.dir}/agent`, accounting: "1", tested: "" },
  ...{ longest_hours: "24", window: "10", lease_minutes: "60" },
});

async function rent(task_name: string, gpu_min: number): Promise<string> {
  const body = { task_name, gpu_type: "a5000", gpu_min, cluster_name: "slurm1", enqueue: 1, agree: 1 };
  const { json } = await call("/v1/reserve", { key, method: "POST", body, origin: product.origin });
  expect(json).toMatchObject({ human_readable_message: expect.stringContaining("queued"), retcode: "OK" });
  return String(json["resv_guid"]);
}

async function become(taskName: string, state: string): Promise<Job> {
  return await until(`${taskName} is ${state}`, async () => {
    const job = await jobNamed(key, taskName, product.origin);
    return job?.state === state ? job : null;
  });
}

const kill = (task_name: string) =>
  call("/v1/delete", { key, method: "POST", body: { task_name }, origin: product.origin });

/** What accounting, which hears of it some seconds late, has of a task's job. */
function pastOf(guid: string): { state: string; seconds: number } {
  const line = lab.run("sacct", "-X", "-n", "-P", "--name", `mr-${guid}-1`, "-o", "state,elapsedraw").trim();
  const [state = "", seconds = ""] = line.split("|");
  return { state, seconds: Number(seconds) };
}

/** The number and the state of a task's job, as slurmctld has it. */
const jobOf = (guid: string) => lab.run("squeue", "-h", "-n", `mr-${guid}-1`, "-o", "%i %T").trim().split(" ");

describe.skipIf(SlurmLab.lacks() !== "")("a cluster that a real Slurm backs", () => {
  beforeAll(async () => {
    dir = mkdtempSync("/tmp/millrace-rented-");
    lab = new SlurmLab({
      dir: mkdtempSync("/tmp/millrace-slurm-"),
      port: await freePorts(),
      settings: { MinJobAge: 5, KillWait: 5 },
    });
    stopLab = keep(lab);
    [product, keys] = await Promise.all([
      launchProduct(join(dir, "data"), ".", ONE_THREAD),
      makeKeyPair(),
      lab.start(),
    ]);
    const agent = [
      "build",
      "--compile",
      "--external",
      "cpu-features",
      "worker/agent/main.ts",
      "--outfile",
      `${lab.dir}/agent`,
    ];
    expect(spawnSync("node_modules/.bin/bun", agent).status).toBe(0);
    const [customer] = [await request.newContext({ baseURL: product.origin })];
    admin = await request.newContext({ baseURL: product.origin });
    await logIn({ request: customer }, "customer");
    await logIn({ request: admin }, "admin");
    key = /mr_[\w-]{43}/.exec(await send(customer, "/user/security", { intent: "show-key" }))?.[0] ?? "";
    const body = { ssh_public_key: keys.publicKey };
    await call("/v1/ssh-public-key-upload", { key, method: "POST", body, origin: product.origin });
  });
  afterAll(async () => {
    await product?.stop();
    await stopLab?.();
    rmSync(dir, { recursive: true, force: true });
  });

  test("an admin makes a cluster, tests the connection and stores it, without a script", async () => {
    const cluster = { intent: "set-cluster", cluster_name: "slurm1", position: "9", ethernet: "1" };
    await send(admin, "/dashboard/catalogue", cluster);
    const wrong = await send(admin, "/dashboard/clusters/slurm1", { ...connection(), partition: "gpuu", test: "1" });
    expect(wrong).toContain("there is no gpuu, only gpu");
    const right = await send(admin, "/dashboard/clusters/slurm1", { ...connection(), test: "1" });
    expect(right).toContain("taken and cancelled");
    expect(right).not.toContain(lab.token());
    await send(admin, "/dashboard/clusters/slurm1", connection());
    await until("its machines are listed", async () =>
      (await (await admin.get("/dashboard/clusters/slurm1")).text()).includes(">n3<"),
    );
  });

  test("a task is rented, reached by ssh, and killed; its job has completed and the charge is within its time", async () => {
    const guid = await rent("first", 2);
    const { ssh_addr } = await become("first", "running");
    const inside = await ssh(ssh_addr, keys, "nvidia-smi -L | wc -l; env | grep -cE 'SLURM|mrp_'");
    expect(inside.out.split("\n").slice(0, 2)).toEqual(["2", "0"]);
    await kill("first");
    const { uptime } = await become("first", "killed");
    await until("its job is over", () => pastOf(guid).state === "COMPLETED");
    expect(uptime).toBeLessThanOrEqual(pastOf(guid).seconds);
  });

  test("a gang of 2 × 8 fills two machines; another waits with a reason and starts when it ends", async () => {
    await rent("gang", 16);
    await become("gang", "running");
    const guid = await rent("waits", 16);
    await until("Slurm has it waiting", () => jobOf(guid)[1] === "PENDING");
    expect(await jobNamed(key, "waits", product.origin)).toMatchObject({
      state: "queued",
      reason: "waiting_for_nodes",
    });
    await kill("gang");
    await become("waits", "running");
  });

  test("what the site cancels is lost; what it starts again is refused, and runs no second time", async () => {
    const cancelled = await rent("cancelled", 1);
    await become("cancelled", "running");
    lab.run("scancel", jobOf(cancelled)[0] ?? "");
    expect(await become("cancelled", "lost")).toMatchObject({ reason: "ended by the cluster" });

    const again = await rent("again", 1);
    await become("again", "running");
    const [job = ""] = jobOf(again);
    lab.run("scontrol", "update", `jobid=${job}`, "requeue=1");
    lab.run("scontrol", "requeue", job);
    await become("again", "lost");
    await until("Slurm has it waiting again", () => jobOf(again)[1] === "PENDING");
    // It would be held for two minutes. It runs its script again, whose agent is refused and leaves.
    lab.run("scontrol", "update", `jobid=${job}`, "starttime=now");
    await until("it has ended there", () => pastOf(again).state === "COMPLETED");
    expect(await jobNamed(key, "again", product.origin)).toMatchObject({ state: "lost" });
  });

  test("a controller that is killed, and a worker that is killed, end no task", async () => {
    await lab.signal("slurmctld", "SIGKILL");
    process.kill(product.pids()["worker"] ?? 0, "SIGKILL");
    const { ssh_addr } = await become("waits", "running");
    expect((await ssh(ssh_addr, keys, "echo here")).out).toBe("here\n");
    lab.begin("slurmctld");
    await rent("after", 1);
    await become("after", "running");
    expect(await jobNamed(key, "waits", product.origin)).toMatchObject({ state: "running" });
    await kill("waits");
    await kill("after");
    await become("waits", "killed");
    await become("after", "killed");
  });
});
