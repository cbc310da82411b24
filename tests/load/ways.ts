import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { loadavg } from "node:os";
import { io } from "socket.io-client";
import { findFreePort } from "../../worker/up/ports";
import { ssh } from "../e2e/support/ssh";
import { APP_ORIGIN } from "../support/worker-process";
import { flooded } from "../worker/ways/sockets";
import { aWaysWorld, bearer, logIn, type WaysWorld } from "../worker/ways/ways-world";
import { figure, heading, quantile } from "./report";

const KEYS = 1_000;
const ROUNDS = 7;
const MB = 100;

/** Ways into a task: how a terminal answers, how fast a download is, what readers that sleep cost the worker. */
export async function benchWays(): Promise<void> {
  const world = await aWaysWorld("46760-46779");
  try {
    heading(`Ways into a task, load average ${loadavg()[0]?.toFixed(1) ?? ""}`);
    await benchEcho(world);
    await benchDownload(world);
    await benchSleepers(world);
    figure("load average at the end", loadavg()[0]?.toFixed(1) ?? "");
  } finally {
    await world.end();
  }
}

/** From a key that is pressed to its echo, one after the other, over browser's socket, worker, agent, SSH and shell. */
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
    // A line that wraps is drawn anew by the shell.
    if (key % 50 === 49) socket.emit("data", Buffer.from("\x15"));
  }
  socket.disconnect();
  figure(
    "terminal, key to echo, p50 / p99, ms",
    [0.5, 0.99].map((q) => quantile(delays, q).toFixed(1)).join(" / "),
    "50",
  );
}

/** The same file in turns: through the proxy, through `ssh -L`, and by a program beside it in the task. */
async function benchDownload(world: WaysWorld): Promise<void> {
  const { worker, label, port, address, key } = world;
  const workerPort = Number(new URL(worker.origin).port);
  const host = `${port}-${label}.localhost:${workerPort}`;
  const forwarded = await findFreePort();
  const [sshHost = "", sshPort = ""] = address.split(":");
  const tunnel = spawn("ssh", [
    ...["-N", "-L", `${forwarded}:127.0.0.1:${port}`, "-p", sshPort, "-i", key.file, "-F", "none"],
    ...[
      "-o",
      "StrictHostKeyChecking=no",
      "-o",
      "UserKnownHostsFile=/dev/null",
      "-o",
      "LogLevel=ERROR",
      `root@${sshHost}`,
    ],
  ]);
  const within = `bun -e 'const t=performance.now(); const r=await fetch("http://127.0.0.1:${port}/sized?mb=${MB}"); let n=0; for await (const c of r.body) n+=c.length; console.log(performance.now()-t)'`;
  while (!(await download(forwarded, "a", {}).catch(() => 0))) await new Promise((resolve) => setTimeout(resolve, 200));
  const took = { proxy: [] as number[], tunnel: [] as number[], within: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    took.proxy.push(await download(workerPort, host, bearer(world)));
    took.tunnel.push(await download(forwarded, "a", {}));
    took.within.push(Number((await ssh(address, key, within)).out));
  }
  tunnel.kill();
  const median = (samples: number[]) => quantile(samples, 0.5);
  const rate = (samples: number[]) => ((MB * 1000) / median(samples)).toFixed(0);
  figure(`download of ${MB} MB through the proxy, median of ${ROUNDS}, MB/s`, rate(took.proxy));
  figure("the same by ssh -L, MB/s", rate(took.tunnel));
  figure("the same within the task, MB/s", rate(took.within));
  figure("proxy against ssh -L", `${(median(took.tunnel) / median(took.proxy)).toFixed(2)} ×`, "at least 0.5 ×");
  figure(
    "proxy against within the task",
    `${(median(took.within) / median(took.proxy)).toFixed(2)} ×`,
    "at least 0.5 ×",
  );
}

/** Milliseconds from the request to the last byte. */
async function download(port: number, host: string, headers: Record<string, string>): Promise<number> {
  const sinceMs = performance.now();
  return await new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let seen = 0;
    const lines = Object.entries({ Host: host, Connection: "close", ...headers });
    socket.write(
      `GET /sized?mb=${MB} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    );
    socket.on("data", (data: Buffer) => {
      seen += data.length;
      if (seen < MB * 1e6) return;
      socket.destroy();
      resolve(performance.now() - sinceMs);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`${seen} bytes came`)));
  });
}

/** Megabytes that the worker holds more while readers sleep. */
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
