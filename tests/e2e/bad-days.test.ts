import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
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
import { findFreePort, isFree } from "../../worker/up/ports";
import { until } from "../support/until";

/** A separate copy of the product, because its processes are killed here; one task runs throughout. */
const { visitor } = useBrowser();
const dataDir = mkdtempSync(join(tmpdir(), "millrace-bad-days-"));
const TASK = "survivor";
const TOKEN = "metrics-of-two-processes";
let product: LaunchedProduct;
let key: string;
let pair: KeyPair;
let address: string;
let metricsPort: number;

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
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

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
    // The save reaches the database, which keeps it waiting until web is dead.
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
  // The supervisor sleeps meanwhile, so that the database stays away long enough to look.
  process.kill(product.supervisor.pid ?? 0, "SIGSTOP");
  process.kill(postmaster(), "SIGKILL");
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
  for (const pid of [product.supervisor.pid ?? 0, ...Object.values(product.pids()), postmaster()]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended because another part did.
    }
  }
  expect((await ssh(address, pair, "echo still here")).out).toBe("still here\n");
  metricsPort = await twoFreePorts();
  product = await launchProduct(dataDir, ".", {
    ...ONE_THREAD,
    WEB_PROCESSES: "2",
    METRICS_TOKEN: TOKEN,
    METRICS_PORT: String(metricsPort),
  });
  await untilWell();
});

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

test("Two web processes share a port: when one is killed, new requests succeed and it is restarted", async () => {
  const alone = (number: number, path: string) => `http://127.0.0.1:${metricsPort + number - 1}${path}`;
  const served = async (number: number) => {
    const answer = await fetch(alone(number, "/metrics"), { headers: { Authorization: `Bearer ${TOKEN}` } });
    const counts = (await answer.text()).matchAll(
      /^millrace_http_requests_total\{route="\/pricing",status="200",process="(\d)"\} (\d+)$/gm,
    );
    return [...counts].map(([, process, count]) => ({ process, count: Number(count) }));
  };
  await until("both to be ready", async () => {
    const answers = await Promise.all([1, 2].map((number) => fetch(alone(number, "/readyz")).catch(() => null)));
    return answers.every((answer) => answer?.ok);
  });

  // The kernel gives each new connection to one of them, so both get some.
  let asked = 0;
  await until("both to have answered pages", async () => {
    asked += 1;
    expect(await statusOf(`${product.origin}/pricing`)).toBe(200);
    const counts = await Promise.all([served(1), served(2)]);
    return counts.every((one) => one.length > 0);
  });
  const [one, two] = await Promise.all([served(1), served(2)]);
  expect([one[0]?.process, two[0]?.process]).toEqual(["1", "2"]);
  expect((one[0]?.count ?? 0) + (two[0]?.count ?? 0)).toBe(asked);
  // A process's own port is only for monitoring, not a way around the proxy.
  expect((await fetch(alone(2, "/pricing"))).status).toBe(404);

  const killed = product.pids()["web-2"] ?? 0;
  const answers: { begun: "before" | "after"; status: number | "cut" }[] = [];
  let begun: "before" | "after" = "before";
  let asking = true;
  const requests = Array.from({ length: 4 }, async () => {
    while (asking) answers.push({ begun, status: await statusOf(`${product.origin}/pricing`) });
  });
  await until("requests to run", () => answers.length > 8);
  process.kill(killed, "SIGKILL");
  await until("it to be gone", () => isGone(killed));
  begun = "after";
  await until("it to be started again", () => {
    const pid = product.pids()["web-2"];
    return pid !== undefined && pid !== killed;
  });
  await until("it to be ready", async () => (await fetch(alone(2, "/readyz")).catch(() => null))?.ok);
  await until("it to answer pages again", async () => (await served(2)).length > 0);
  asking = false;
  await Promise.all(requests);
  // Only requests in progress at the killed process are lost.
  expect(answers.filter(({ status }) => status !== 200 && status !== "cut")).toEqual([]);
  const after = answers.filter((answer) => answer.begun === "after").map(({ status }) => status);
  expect([after.length > 8, new Set(after)]).toEqual([true, new Set([200])]);
  expect(readFileSync(join(dataDir, "web-2.log"), "utf8")).toContain('"process":"web-2"');

  const pids = product.pids();
  await product.stop();
  expect([isGone(pids["web"] ?? 0), isGone(pids["web-2"] ?? 0)]).toEqual([true, true]);
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

function postmaster(): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
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

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** Uses a new connection, so that the kernel chooses a process each time. */
async function statusOf(url: string): Promise<number | "cut"> {
  return await new Promise((resolve) => {
    const request = http.get(url, { agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", () => resolve("cut"));
    });
    request.on("error", () => resolve("cut"));
  });
}

async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if (await isFree(port + 1)) return port;
  }
}
