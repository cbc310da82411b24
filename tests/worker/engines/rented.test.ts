import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, type Job, jobNamed } from "../../e2e/support/api";
import { launchProduct, type LaunchedProduct, ONE_THREAD } from "../../e2e/support/launch-product";
import { type KeyPair, makeKeyPair, ssh } from "../../e2e/support/ssh";
import { buildAgent } from "../../support/build-agent.mjs";
import { freePorts, keep, SlurmLab } from "../../support/slurm/lab.mjs";
import { CLUSTER, connectionOf, Visitor } from "../../support/slurm/make-cluster.mjs";
import { until } from "../../support/until";

// The whole product, the real agent and a real Slurm. Its tests follow each other on one product and one cluster.

let lab: SlurmLab;
let stopLab: () => Promise<void>;
let product: LaunchedProduct;
let admin: Visitor;
let key: string;
let keys: KeyPair;
let dir: string;

async function rent(task_name: string, gpu_min: number, how: "now" | "queued" = "queued"): Promise<string> {
  const body = { task_name, gpu_type: "a5000", gpu_min, cluster_name: "slurm1" };
  const queue = how === "queued" ? { enqueue: 1, agree: 1 } : {};
  const sent = { key, method: "POST", body: { ...body, ...queue }, origin: product.origin };
  const { json } = await call("/v1/reserve", sent);
  const words = how === "queued" ? "queued" : "is starting";
  expect(json).toMatchObject({ human_readable_message: expect.stringContaining(words), retcode: "OK" });
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
      port: await freePorts(2),
      settings: { MinJobAge: 5, KillWait: 5 },
    });
    stopLab = keep(lab);
    [keys] = await Promise.all([makeKeyPair(), lab.start()]);
    // Last: should Slurm not start, no product is left behind.
    product = await launchProduct(join(dir, "data"), ".", ONE_THREAD);
    buildAgent(`${lab.dir}/agent`);
    admin = new Visitor(product.origin);
    await admin.logIn("admin");
    const customer = new Visitor(product.origin);
    await customer.logIn("customer");
    key = /mr_[\w-]{43}/.exec(await customer.send("/user/security", { intent: "show-key" }))?.[0] ?? "";
    const body = { ssh_public_key: keys.publicKey };
    await call("/v1/ssh-public-key-upload", { key, method: "POST", body, origin: product.origin });
  });
  afterAll(async () => {
    await product?.stop();
    await stopLab?.();
    rmSync(dir, { recursive: true, force: true });
  });

  test("an admin makes a cluster, tests the connection and stores it, without a script", async () => {
    const page = "/dashboard/clusters/slurm1";
    await admin.send("/dashboard/catalogue", CLUSTER);
    const wrong = await admin.send(page, { ...connectionOf(lab), partition: "gpuu", test: "1" });
    expect(wrong).toContain("there is no gpuu, only gpu");
    const right = await admin.send(page, { ...connectionOf(lab), test: "1" });
    expect(right).toContain("the agent is there, tasks can be kept apart");
    expect(right).not.toContain(lab.token());
    await admin.send(page, connectionOf(lab));
    await until("its machines are listed", async () => (await admin.read(page)).includes(">n3<"));
  });

  test("a task is rented, reached by ssh, and killed; its job has completed and the charge is within its time", async () => {
    const guid = await rent("first", 2, "now");
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
    await until("its reason is known", async () => {
      const job = await jobNamed(key, "waits", product.origin);
      return job?.state === "queued" && job.reason === "waiting_for_nodes";
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
    // It would be held for two minutes. It runs its script again, whose agent is refused and leaves, unless a list shows
    // the job first: it is cancelled then, because its place is over.
    lab.run("scontrol", "update", `jobid=${job}`, "starttime=now");
    await until("it has left Slurm's queue", () => jobOf(again)[0] === "");
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
