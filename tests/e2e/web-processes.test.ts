import { mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort, isFree } from "../../worker/up/ports";
import { until } from "../support/until";
import { launchProduct, ONE_THREAD } from "./support/launch-product";

const TOKEN = "metrics-of-two-processes";

test("Two web processes share a port: when one is killed, new requests succeed and it is restarted", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "millrace-webs-"));
  onTestFinished(async () => await rm(dataDir, { recursive: true, force: true }));
  const metricsPort = await twoFreePorts();
  const product = await launchProduct(dataDir, ".", {
    ...ONE_THREAD,
    WEB_PROCESSES: "2",
    METRICS_TOKEN: TOKEN,
    METRICS_PORT: String(metricsPort),
  });
  onTestFinished(product.stop);
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

  // The kernel gives each new connection to one of them: both get some.
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
  // A port of its own is for being asked alone, not a way around the proxy.
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
  // What was on its way at the killed process is lost, and nothing else.
  expect(answers.filter(({ status }) => status !== 200 && status !== "cut")).toEqual([]);
  const after = answers.filter((answer) => answer.begun === "after").map(({ status }) => status);
  expect([after.length > 8, new Set(after)]).toEqual([true, new Set([200])]);
  const log = await readFile(join(dataDir, "web-2.log"), "utf8");
  expect(log).toContain('"process":"web-2"');

  const pids = product.pids();
  await product.stop();
  expect([isGone(pids["web"] ?? 0), isGone(pids["web-2"] ?? 0)]).toEqual([true, true]);
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** On a connection of its own, so that the kernel chooses a process each time. */
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
