import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { makeKeyPair } from "../e2e/support/ssh";
import { DATABASES } from "../support/hosts/lab-files.mjs";
import { HostsLab, ORIGIN } from "../support/hosts/lab.mjs";
import type { Driven } from "./failover/drive";
import { figure, heading } from "./report";

const TIMES = Number(process.env["FAILOVER_TIMES"] ?? 3);
const ONLY = process.env["FAILOVER_ONLY"] ?? "";
const BEFORE_MS = 8_000;
const AFTER_MS = 12_000;
/** Time for which a fault lasts. */
const FAULT_MS = 25_000;
const ETCD_MS = 60_000;
/** Folder of the version before, built: the upgrade from it is tried too. */
const OLD = process.env["FAILOVER_OLD"];
const FULL_MS = 15_000;
/** Names of the tasks and keys of the events that the driver makes. */
const OURS = "^f[0-9a-f]{6}-";
const PEOPLE = { customer: "customer@millrace.example", admin: "admin@millrace.example" };

type Lab = InstanceType<typeof HostsLab>;

/** A failure of a part: begins it, and returns what mends it. */
const FAILURES: Record<string, (lab: Lab) => Promise<() => void>> = {
  "the primary's host loses power": async (lab) => {
    const host = lab.primary() ?? "";
    lab.kill(host);
    await wait(FAULT_MS);
    return () => lab.revive(host);
  },
  "the primary is cut off from everybody": async (lab) => {
    const host = lab.primary() ?? "";
    lab.cut(host);
    await wait(FAULT_MS);
    return () => lab.mend(host);
  },
  "the primary is cut off from the other databases, but not from web and worker": async (lab) => {
    const host = lab.primary() ?? "";
    const others = DATABASES.filter((name) => name !== host);
    lab.cut(host, others);
    await wait(FAULT_MS);
    return () => lab.mend(host, others);
  },
  "the primary is frozen": async (lab) => {
    const host = lab.primary() ?? "";
    lab.kill(host, "SIGSTOP");
    await wait(FAULT_MS);
    return () => lab.kill(host, "SIGCONT");
  },
  // Patroni does not watch the disk: an operator moves the primary, or makes room.
  "the primary's disk is full for 15 s, then it is moved by hand": async (lab) => {
    const host = lab.primary() ?? "";
    lab.fillDisk(host);
    await wait(FULL_MS);
    lab.failOver();
    await wait(FAULT_MS - FULL_MS);
    return () => lab.emptyDisk(host);
  },
  "the primary is moved by hand": async (lab) => {
    lab.switchOver();
    await wait(FAULT_MS / 2);
    return () => {};
  },
  "a host of web and worker loses power": async (lab) => {
    lab.kill("app1");
    await wait(FAULT_MS);
    return () => lab.revive("app1");
  },
  "the other host of web and worker is cut off": async (lab) => {
    lab.cut("app2");
    await wait(FAULT_MS);
    return () => lab.mend("app2");
  },
  "etcd is frozen for a minute": async (lab) => {
    for (const host of DATABASES) lab.kill(host, "SIGSTOP", /^etcd /);
    await wait(ETCD_MS);
    return () => {
      for (const host of DATABASES) lab.kill(host, "SIGCONT", /^etcd /);
    };
  },
};

/** Replaces the version of all hosts, one after the other. */
async function upgrade(lab: Lab): Promise<() => void> {
  for (const host of ["app1", "app2", "balancer"]) await lab.upgrade(host);
  return () => {};
}

/**
 * Breaks each part of the layout of three database hosts while customers rent and send usage, and counts again from the
 * database what was acknowledged. Needs the packages of the lab; runs for half an hour.
 */
export async function benchFailover(): Promise<void> {
  heading("Failures of the layout of three database hosts (docs/deploying.md#three-hosts)");
  const lacks = HostsLab.lacks();
  if (lacks) return console.log(`Skipped: ${lacks}`);
  if (OLD)
    await inLab({ version: resolve(OLD) }, (lab, keys) =>
      tryFailure(lab, { name: "an upgrade", fail: upgrade, time: 1, keys }),
    );
  await inLab({}, async (lab, keys) => {
    for (const [name, fail] of Object.entries(FAILURES).filter(([one]) => one.includes(ONLY)))
      for (let time = 1; time <= TIMES; time += 1) await tryFailure(lab, { name, fail, time, keys });
  });
}

async function inLab(given: { version?: string }, work: (lab: Lab, keys: Try["keys"]) => Promise<void>): Promise<void> {
  const lab = new HostsLab({ dir: `${tmpdir()}/millrace-hosts`, ...given });
  try {
    await lab.start();
    const keys = { customer: giveKey(lab, PEOPLE.customer), admin: giveKey(lab, PEOPLE.admin) };
    await uploadKey(lab, keys.customer);
    await work(lab, keys);
  } finally {
    await lab.stop();
  }
}

interface Try {
  name: string;
  fail: (lab: Lab) => Promise<() => void>;
  time: number;
  keys: { customer: string; admin: string };
}

async function tryFailure(lab: Lab, { name, fail, time, keys }: Try): Promise<void> {
  const run = `f${randomBytes(3).toString("hex")}`;
  const drive = ["tests/load/failover/drive.ts", ORIGIN, keys.customer, keys.admin, run];
  const driver = spawn("ip", ["netns", "exec", "millrace-balancer", process.execPath, "--no-env-file", ...drive], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = text(driver.stdout);
  await wait(BEFORE_MS);
  const mend = await fail(lab);
  mend();
  await lab.until("a primary with a host in step, and all of it ready", () => {
    const members = lab.members();
    const whole =
      members.length === DATABASES.length && members.some(({ role }: { role: string }) => role === "sync_standby");
    return whole && lab.try("balancer", "curl", "-sf", "-m", "2", `${ORIGIN}/readyz`);
  });
  await wait(AFTER_MS);
  driver.stdin.end();
  await once(driver, "exit");
  const driven = JSON.parse(await said) as Driven;
  const wrong = recount(lab, driven);
  const { ready, orders, usage, socket } = driven.silence;
  const silences = `without: ready ${ready}, orders ${orders}, usage ${usage}, socket ${socket} ms`;
  const counts = `${driven.reserved.length} orders, ${driven.usageKeys.length} events`;
  figure(
    `${name}, ${time}`,
    `${silences}; ${counts}; ${wrong.length === 0 ? "all right" : `WRONG: ${wrong.join("; ")}`}`,
  );
}

/** Compares the database with what was acknowledged, from its rows alone. */
function recount(lab: Lab, { reserved, ended, usageKeys }: Driven): string[] {
  const list = (texts: string[]) => `array[${texts.map((one) => `'${one}'`).join(",")}]::text[]`;
  const counts: Record<string, string> = {
    "orders lost": `select count(*) from unnest(${list(reserved)}) r where not exists (select from task where resv_guid::text = r)`,
    "orders twice": `select count(*) from (select task_name from task where task_name ~ '${OURS}' group by task_name having count(*) > 1) twice`,
    "ends lost": `select count(*) from task where resv_guid::text = any(${list(ended)})
      and state not in ('stopping', 'finished', 'killed', 'failed', 'lost')`,
    "events lost": `select count(*) from unnest(${list(usageKeys)}) k where not exists (select from usage_event where key = k)`,
    "events twice": `select count(*) from (select key from usage_event where key ~ '${OURS}' group by key having count(*) > 1) twice`,
    // The demo's invented past is no concern of this lab.
    "GPUs given twice": `select count(*) from placement a join placement b on a.node_id = b.node_id and a.placement_id < b.placement_id
      and a.gpus && b.gpus and tstzrange(a.assigned_at, a.ended_at) && tstzrange(b.assigned_at, b.ended_at)
      where exists (select from task t where t.resv_guid in (a.resv_guid, b.resv_guid) and t.task_name ~ '${OURS}')`,
    "units out of balance": `select coalesce(sum(abs(units)), 0) from (select a.unit, sum(e.units) as units
      from ledger_entry e join ledger_account a on a.id = e.account_id group by a.unit) sums`,
    // Charging starts at the whole second after the report that showed the task running, so at first nothing is charged.
    "tasks charged beyond their reports": `select count(*) from task t where t.task_name ~ '${OURS}' and t.charged_seconds > 0 and (
      t.charged_seconds > extract(epoch from t.charged_to - t.started_at)
      or t.charged_to > (select max(case when p.ended_at is null then n.reported_at else greatest(p.seen_running_at, p.running_at) end)
        from placement p join node n on n.id = p.node_id where p.resv_guid = t.resv_guid and p.rank = 0))`,
  };
  return Object.entries(counts).flatMap(([what, sql]) => {
    const count = lab.primarySql(sql);
    return count === "0" ? [] : [`${count} ${what}`];
  });
}

/** Gives a person of the demo a known API key, stored as the product looks it up. */
function giveKey(lab: Lab, email: string): string {
  const key = `mr_${randomBytes(32).toString("base64url")}`;
  const hash = createHash("sha256").update(key).digest("hex");
  lab.primarySql(`update api_key set hash = '${hash}' where revoked_at is null and scope = 'full'
    and user_id = (select id from user_account where email = '${email}')`);
  return key;
}

async function uploadKey(lab: Lab, key: string): Promise<void> {
  const { publicKey } = await makeKeyPair();
  const body = JSON.stringify({ ssh_public_key: publicKey });
  const headers = ["-H", `authorization: Bearer ${key}`, "-H", "content-type: application/json"];
  console.log(lab.run("balancer", "curl", "-s", ...headers, "-d", body, `${ORIGIN}/v1/ssh-public-key-upload`).trim());
}
