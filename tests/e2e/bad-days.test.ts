import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, jobNamed, type Job } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { launchProduct, type LaunchedProduct, ONE_THREAD } from "./support/launch-product";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair, ssh, type KeyPair } from "./support/ssh";
import { until } from "../support/until";

/** A copy of the product of its own, because its processes are killed here; one task runs through it all. */
const { visitor } = useBrowser();
const dataDir = mkdtempSync(join(tmpdir(), "millrace-bad-days-"));
const TASK = "survivor";
let product: LaunchedProduct;
let key: string;
let pair: KeyPair;
let address: string;

beforeAll(async () => {
  product = await launchProduct(dataDir, ".", ONE_THREAD);
  const page = await visitor({ origin: product.origin });
  await logIn(page, "customer");
  key = await showApiKey(page);
  await page.close();
  pair = await makeKeyPair();
  await post("/v1/ssh-public-key-upload", { ssh_public_key: pair.publicKey });
  expect(await post("/v1/reserve", { task_name: TASK, gpu_type: "a5000", gpu_min: 1 })).toMatchObject({
    retcode: "OK",
  });
  address = (await untilJob((job) => job.state === "running" && job.ssh_addr !== "")).ssh_addr;
}, 300_000);
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

test.each(["web", "worker", "agent"])("kill -9 of %s loses nothing: it restarts and the task runs on", async (name) => {
  const before = product.pids()[name] ?? 0;
  process.kill(before, "SIGKILL");
  await until(`${name} to be started again`, async () => {
    const now = product.pids()[name];
    return now !== undefined && now !== before;
  });
  await untilWell();
});

test("kill -9 of web while it saves the FAQ loses no word: the editor continues and saves when web is back", async () => {
  const page = await visitor({ origin: product.origin });
  await logIn(page, "operator");
  await page.goto("/dashboard/faq");
  await page.getByLabel("Title of a new section").fill("Bad days");
  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("heading", { name: "Bad days", exact: true }).waitFor();
  await hydrated(page);
  const section = page.getByRole("form", { name: "Section" });
  const saysThat = async (text: RegExp) => await section.getByRole("status").filter({ hasText: text }).waitFor();
  await page.getByRole("button", { name: "Add topic" }).click();
  await section.getByLabel("Question").fill("What if it dies?");
  await saysThat(/^Saved/);
  const before = product.pids()["web"] ?? 0;
  await query(async (client) => {
    // The save gets as far as the database, which keeps it waiting until web is dead.
    await client.query("begin");
    await client.query("lock table faq_section in exclusive mode");
    await section.getByLabel("Answer").fill("Typed while web died");
    await until("the save to be in the middle", async () => {
      const { rowCount } = await client.query(
        "select from pg_locks where not granted and relation = 'faq_section'::regclass",
      );
      return (rowCount ?? 0) > 0;
    });
    process.kill(before, "SIGKILL");
    await client.query("rollback");
  });
  await section.getByLabel("Answer").pressSequentially(", and after.");
  await until("web to be started again", () => {
    const now = product.pids()["web"];
    return now !== undefined && now !== before;
  });
  await saysThat(/^Saved/);
  await page.reload();
  await section.locator("summary", { hasText: "What if it dies?" }).click();
  expect(await section.getByLabel("Answer").inputValue()).toBe("Typed while web died, and after.");
  await page.close();
  await untilWell();
});

test("kill -9 of PostgreSQL: 503 and FAILED while it is down, then automatic recovery (scenario 59)", async () => {
  // The supervisor sleeps meanwhile, so that the database stays away for as long as it takes to look.
  process.kill(product.supervisor.pid ?? 0, "SIGSTOP");
  process.kill(await postmaster(), "SIGKILL");
  const failed = { retcode: "FAILED", human_readable_message: "The service is busy. Please try again." };
  await until("the jobs to be refused", async () => {
    const { json } = await call("/v1/jobs", { key, origin: product.origin });
    return json["retcode"] === failed.retcode && json["human_readable_message"] === failed.human_readable_message;
  });
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(503);
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
  expect((await ssh(address, pair, "echo still here")).out).toBe("still here\n");
  process.kill(product.supervisor.pid ?? 0, "SIGCONT");
  await untilWell();
});

test("kill -9 of everything: the next start works without repair and finds the task running", async () => {
  for (const pid of [product.supervisor.pid ?? 0, ...Object.values(product.pids()), await postmaster()]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended because another one did.
    }
  }
  expect((await ssh(address, pair, "echo still here")).out).toBe("still here\n");
  product = await launchProduct(dataDir, ".", ONE_THREAD);
  await untilWell();
}, 120_000);

test("after all this no second is charged twice, no GPU is leaked, and the ledger sums to 0", async () => {
  await post("/v1/delete", { task_name: TASK });
  const ended = await untilJob((job) => job.ts_finished !== 0);
  await query(async (client) => {
    const one = async (sql: string) => (await client.query<{ n: string }>(sql)).rows[0]?.n;
    expect(await one("select coalesce(sum(units), 0) as n from ledger_entry")).toBe("0");
    expect(await one("select count(*) as n from held_gpu")).toBe("0");
    expect(
      await one(`select count(*) as n from task_charge a join task_charge b on a.resv_guid = b.resv_guid
        and a.from_ts < b.from_ts and a.to_ts > b.from_ts`),
    ).toBe("0");
    const charged = `select sum(extract(epoch from to_ts - from_ts))::int as n from task_charge where resv_guid = $1`;
    expect((await client.query<{ n: number }>(charged, [ended.resv_guid])).rows[0]?.n).toBe(ended.uptime);
  });
});

async function untilWell(): Promise<void> {
  await until("the product to be ready", async () => (await fetch(`${product.origin}/readyz`).catch(() => null))?.ok);
  const before = (await untilJob(() => true)).uptime;
  await untilJob((job) => job.state === "running" && job.uptime > before);
  expect((await ssh(address, pair, "echo still here")).out).toBe("still here\n");
}

async function untilJob(holds: (job: Job) => boolean): Promise<Job> {
  return await until("the task to be as expected", async () => {
    const job = await jobNamed(key, TASK, product.origin).catch(() => undefined);
    return job && holds(job) ? job : null;
  });
}

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  return (await call(path, { key, method: "POST", body, origin: product.origin })).json;
}

async function postmaster(): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  return Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function query(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
