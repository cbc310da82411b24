import { io, type Socket } from "socket.io-client";
import { processorSeconds, type Server } from "./processes";
import { figure, heading } from "./report";

const REPORT_EVERY_MS = 5_000;
const MEASURED_MS = 30_000;

export interface LoadNode {
  node_name: string;
  agent_key: string;
}

/** Processor time of the worker while that many agents report every 5 s. */
export async function benchAgents(worker: Server, nodes: LoadNode[]): Promise<void> {
  heading(`${nodes.length} agents reporting every 5 s`);
  let acknowledged = 0;
  let refused = 0;
  const sockets = await Promise.all(nodes.map((node) => connect(worker.origin, node)));
  const timers = sockets.map((socket, index) => {
    let seq = 0;
    const report = () =>
      socket.emit("observed", observed(++seq), ({ retcode }: { retcode: string }) =>
        retcode === "OK" ? (acknowledged += 1) : (refused += 1),
      );
    // Spread over the interval, as agents that started at different times are.
    return setTimeout(
      () => {
        report();
        timers.push(setInterval(report, REPORT_EVERY_MS));
      },
      (index / sockets.length) * REPORT_EVERY_MS,
    );
  });
  await passing(REPORT_EVERY_MS * 2);
  const [before, reportsBefore] = [processorSeconds(worker.pid), acknowledged];
  await passing(MEASURED_MS);
  const cores = (processorSeconds(worker.pid) - before) / (MEASURED_MS / 1000);
  const reports = acknowledged - reportsBefore;
  timers.forEach((timer) => clearInterval(timer));
  sockets.forEach((socket) => socket.disconnect());
  figure("reports acknowledged per second", (reports / (MEASURED_MS / 1000)).toFixed(0), `${nodes.length / 5}`);
  figure("reports refused", String(refused), "0");
  figure("worker, processor cores", cores.toFixed(2), "under 0.50");
}

async function connect(origin: string, node: LoadNode): Promise<Socket> {
  const socket = io(`${origin}/agent`, {
    transports: ["websocket"],
    forceNew: true,
    auth: { ...node, agent_version: "bench", boot_id: `boot-${node.node_name}` },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
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
