import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownPorts, requireFree } from "../../worker/up/own-ports";
import { findFreePort } from "../../worker/up/ports";
import { type Environment, readSettings } from "../../worker/up/settings";
import { startBun } from "../support/bun-program";

test("a port that we use twice, an impossible one or another program's is refused, with its variable", async () => {
  const [web, worker, metrics] = await threePorts();
  const given = { PORT: String(web), WORKER_PORT: String(worker) };
  const refusal = (more: Environment, webs = 1) => requireFree(ownPorts(readSettings({ ...given, ...more }), webs));
  await refusal({ METRICS_PORT: String(metrics) });
  for (const [name, port] of Object.entries(given)) {
    const shared = `Port ${port} of METRICS_PORT is also that of ${name}. Set METRICS_PORT to a free one`;
    await expect(refusal({ METRICS_PORT: port })).rejects.toThrow(`${shared}.`);
    await expect(refusal({ METRICS_PORT: String(Number(port) - 2) }, 3)).rejects.toThrow(
      `${shared}, with 2 free after it: each web process has its own.`,
    );
  }
  await expect(refusal({ WORKER_PORT: String(web) })).rejects.toThrow("of WORKER_PORT is also that of PORT");
  await expect(refusal({ METRICS_PORT: "65535" }, 2)).rejects.toThrow(
    "Port 65536 of METRICS_PORT is above 65535. Set METRICS_PORT",
  );
  expect(() => readSettings({ METRICS_PORT: "65536" })).toThrow('METRICS_PORT must be a TCP port, not "65536"');
  const other = createServer();
  await new Promise<void>((resolve) => void other.listen(metrics, "127.0.0.1", resolve));
  await expect(refusal({ METRICS_PORT: String(metrics) })).rejects.toThrow(
    `Port ${metrics} is in use. Set METRICS_PORT to a free one.`,
  );
  await new Promise((resolve) => other.close(resolve));
});

test("`npm start` refuses a port that we use twice in one line, with exit code 1, before its database starts", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "millrace-ports-"));
  onTestFinished(async () => await rm(dataDir, { recursive: true, force: true }));
  const [web, worker] = await threePorts();
  const env = { PORT: String(web), WORKER_PORT: String(worker), METRICS_PORT: String(worker), WEB_PROCESSES: "" };
  const start = startBun("worker/up/main.ts", {
    env: { ...env, MILLRACE_DATA_DIR: dataDir, DATABASE_URL: "", MILLRACE_DEMO: "" },
    stderr: "pipe",
  });
  await start.gone;
  expect(start.lines).toEqual([
    `Port ${worker} of METRICS_PORT is also that of WORKER_PORT. Set METRICS_PORT to a free one.`,
  ]);
  expect(start.process.exitCode).toBe(1);
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
});

/** Free ports that are far enough apart for three from each. */
async function threePorts(): Promise<[number, number, number]> {
  const web = await findFreePort();
  const near = (port: number) => Array.from({ length: 5 }, (_, at) => port - 2 + at);
  const worker = await findFreePort(near(web));
  return [web, worker, await findFreePort([...near(web), ...near(worker)])];
}

test("a free port is outside the system's range for outgoing connections, which would take it", async () => {
  const [first = 0] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/).map(Number);
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
  expect(ports.filter((port) => port >= first)).toEqual([]);
});
