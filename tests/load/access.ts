import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { io } from "socket.io-client";
import { APP_ORIGIN } from "../support/worker-process";
import { flooded } from "../worker/access/sockets";
import { aWaysWorld, bearer, logIn, type WaysWorld } from "../worker/access/access-world";
import { benchDownload } from "./downloads";
import { figure, heading, quantile } from "./report";

const KEYS = 1_000;

/** Access to a task: response time of a terminal, speed of a download, cost of sleeping readers for the worker. */
export async function benchAccess(): Promise<void> {
  const gateway = { SSH_GATEWAY_PORTS: "17020-17029", SSH_GATEWAY_HOST: "127.0.0.1" };
  const world = await aWaysWorld("16760-16779", gateway);
  try {
    heading(`Access to a task, load average ${loadavg()[0]?.toFixed(1) ?? ""}`);
    await benchEcho(world);
    await benchDownload(world);
    await benchSleepers(world);
    figure("load average at the end", loadavg()[0]?.toFixed(1) ?? "");
  } finally {
    await world.end();
  }
}

/**
 * Measures the time from a pressed key to its echo, one key after the other: browser's socket, worker, agent, SSH and
 * shell.
 */
async function benchEcho({ worker, tenant, resvGuid }: WaysWorld): Promise<void> {
  const { cookie } = await logIn(tenant);
  const socket = io(`${worker.origin}/terminal`, {
    transports: ["websocket"],
    forceNew: true,
    auth: { resv_guid: resvGuid, team: tenant.tenantName, cols: 80, rows: 24 },
    extraHeaders: { origin: APP_ORIGIN, cookie: `millrace_session=${cookie}` },
  });
  let echoed = () => {};
  socket.on("data", (bytes: Buffer) => {
    socket.emit("taken", bytes.length);
    if (bytes.includes("k")) echoed();
  });
  await new Promise<void>((resolve) => socket.once("open", resolve));
  const type = async (): Promise<number> => {
    const sinceMs = performance.now();
    const heard = new Promise<void>((resolve) => (echoed = resolve));
    socket.emit("data", Buffer.from("k"));
    await heard;
    return performance.now() - sinceMs;
  };
  await type();
  const delays: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    delays.push(await type());
    // The shell redraws a line that wraps.
    if (key % 50 === 49) socket.emit("data", Buffer.from("\x15"));
  }
  socket.disconnect();
  figure(
    "terminal, key to echo, p50 / p99, ms",
    [0.5, 0.99].map((q) => quantile(delays, q).toFixed(1)).join(" / "),
    "50",
  );
}

/** Additional megabytes of the worker while readers sleep. */
async function benchSleepers(world: WaysWorld): Promise<void> {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${world.worker.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  for (const sleepers of [10, 50]) {
    const before = memory();
    const sockets = await Promise.all(Array.from({ length: sleepers }, () => flooded(world, bearer(world))));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    figure(
      `worker, ${sleepers} readers of 200 MB that sleep, MB more each`,
      ((memory() - before) / sleepers).toFixed(2),
    );
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
