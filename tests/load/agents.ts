import { io, type Socket } from "socket.io-client";
import { partsOf } from "~/platform/for-each";
import { databaseSeconds, processorSeconds, type Server } from "./processes";
import { figure, heading, quantile } from "./report";

const REPORT_EVERY_MS = 5_000;
const MEASURED_MS = 30_000;
const CONNECTED_AT_ONCE = 100;
const TRY_AGAIN_MS = 1_000;
/** The first reports are of a new boot, so each takes a transaction of its own. */
const SETTLED_WITHIN_MS = 240_000;
/** Settled: most of the nodes were acknowledged within an interval, each in less than one. */
const SETTLED_SHARE = 0.9;

export interface LoadNode {
  node_name: string;
  agent_key: string;
}

/** Processor time of the worker, and the time to an acknowledgement, while that many agents report every 5 s. */
export async function benchAgents(
  worker: Server,
  nodes: LoadNode[],
  { goalCores, database }: { goalCores: string; database: number },
): Promise<void> {
  heading(`${nodes.length} agents reporting every 5 s`);
  let refused = 0;
  let delays: number[] = [];
  const sockets: Socket[] = [];
  for (const some of partsOf(nodes, CONNECTED_AT_ONCE)) {
    sockets.push(...(await Promise.all(some.map((node) => connect(worker.origin, node)))));
  }
  const timers = sockets.map((socket, index) => {
    let seq = 0;
    const report = () => {
      const sentMs = performance.now();
      socket.emit("observed", observed(++seq), ({ retcode }: { retcode: string }) =>
        retcode === "OK" ? delays.push(performance.now() - sentMs) : (refused += 1),
      );
    };
    // Spread over the interval, as agents that started at different times are.
    return setTimeout(
      () => {
        report();
        timers.push(setInterval(report, REPORT_EVERY_MS));
      },
      (index / sockets.length) * REPORT_EVERY_MS,
    );
  });
  const beganMs = performance.now();
  do {
    delays = [];
    await passing(REPORT_EVERY_MS);
  } while (
    (delays.length < SETTLED_SHARE * nodes.length || quantile(delays, 0.99) > REPORT_EVERY_MS) &&
    performance.now() - beganMs < SETTLED_WITHIN_MS
  );
  const settledS = (performance.now() - beganMs) / 1000;
  delays = [];
  const [before, databaseBefore, own] = [processorSeconds(worker.pid), databaseSeconds(database), process.cpuUsage()];
  await passing(MEASURED_MS);
  const seconds = MEASURED_MS / 1000;
  const cores = (processorSeconds(worker.pid) - before) / seconds;
  const databaseCores = (databaseSeconds(database) - databaseBefore) / seconds;
  const { user, system } = process.cpuUsage(own);
  const measured = delays;
  timers.forEach((timer) => clearInterval(timer));
  sockets.forEach((socket) => socket.disconnect());
  figure("all of a new boot at once: seconds until each report is acknowledged in 5 s", settledS.toFixed(0));
  figure("reports acknowledged per second", (measured.length / seconds).toFixed(0), `${nodes.length / 5}`);
  figure("reports refused", String(refused), "0");
  figure(
    "report to acknowledgement, p50 / p99, ms",
    `${quantile(measured, 0.5).toFixed(0)} / ${quantile(measured, 0.99).toFixed(0)}`,
    "p99 at most 250",
  );
  figure("worker, processor cores", cores.toFixed(2), goalCores);
  figure("PostgreSQL, processor cores", databaseCores.toFixed(2));
  figure("the agents themselves, processor cores", ((user + system) / 1e6 / seconds).toFixed(2));
}

async function connect(origin: string, node: LoadNode): Promise<Socket> {
  const socket = io(`${origin}/agent`, {
    transports: ["websocket"],
    forceNew: true,
    auth: { ...node, agent_version: "bench", boot_id: `boot-${node.node_name}` },
  });
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve);
    // Agents that are refused because many arrive at once try again.
    socket.on("connect_error", () => setTimeout(() => socket.connect(), TRY_AGAIN_MS));
  });
  return socket;
}

function observed(seq: number) {
  return {
    boot_id: "boot",
    seq,
    desired_version: 1,
    ts: Math.floor(Date.now() / 1000),
    tasks: [],
    sysinfo: {
      cpu_cores: 32,
      mem_mb: 131_072,
      mem_free: 90_000 + (seq % 1000),
      gpus: 8,
      disk_total: 1600,
      disk_free: 1210,
      disk_name: "nvme0n1",
      error_counter: 0,
      ibs_active: 1,
      kernel: "6.1.0",
      updates_available: 0,
      ubuntu_needs_reboot: 0,
      reported_ts_dead: null,
    },
  };
}

async function passing(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
