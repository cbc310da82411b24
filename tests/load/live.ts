import { io, type Socket } from "socket.io-client";
import { announce } from "~/platform/announce.server";
import { notify } from "~/platform/notify.server";
import { transaction } from "~/platform/db.server";
import type { LiveEvent } from "~/platform/live/events";
import { partsOf } from "~/platform/for-each";
import { processorSeconds, type Server } from "./processes";
import { figure, heading, quantile } from "./report";

const SAMPLES_PER_ENTITY = 200;
const PAUSE_MS = 25;
const CONNECTED_AT_ONCE = 100;

/** Handlers for when a socket of a tenant hears of an entity, by `entity:tenant`. */
type Heard = Map<string, (event: LiveEvent) => void>;

export interface LiveTenant {
  tenantId: number;
  tenantName: string;
  /** Value of the session cookie. */
  session: string;
  resvGuid: string;
}

/** Time from the commit of a change to its event in the client, with many sockets connected. */
export async function benchLive(
  worker: Server,
  appOrigin: string,
  tenants: LiveTenant[],
  sockets: number,
): Promise<void> {
  heading(`Live events with ${sockets} connected sockets of ${tenants.length} tenants`);
  const idle: Socket[] = [];
  const heard: Heard = new Map();
  const indexes = Array.from({ length: sockets }, (_, index) => index);
  for (const some of partsOf(indexes, CONNECTED_AT_ONCE)) {
    const tenantOf = (index: number) => tenants[index % tenants.length] ?? [];
    idle.push(
      ...(await Promise.all(some.flatMap(tenantOf).map((tenant) => connect(worker.origin, appOrigin, tenant, heard)))),
    );
  }
  const each = sockets / tenants.length;
  const before = processorSeconds(worker.pid);
  const beganMs = performance.now();
  for (const entity of ["task", "balance", "notification"] as const) {
    const delays: number[] = [];
    for (let sample = 0; sample < SAMPLES_PER_ENTITY; sample += 1) {
      const tenant = tenants[sample % tenants.length];
      if (tenant) delays.push(...(await delaysOf(entity, tenant, { sample, sockets: each, heard })));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    figure(
      `${entity}: p50 / p99, ms`,
      `${quantile(delays, 0.5).toFixed(0)} / ${quantile(delays, 0.99).toFixed(0)}`,
      "p99 at most 50",
    );
  }
  const cores = (processorSeconds(worker.pid) - before) / ((performance.now() - beganMs) / 1000);
  figure("worker during these, processor cores", cores.toFixed(2));
  idle.forEach((socket) => socket.disconnect());
}

/** Time from the commit to the event in each socket of the tenant. */
async function delaysOf(
  entity: "task" | "balance" | "notification",
  tenant: LiveTenant,
  { sample, sockets, heard }: { sample: number; sockets: number; heard: Heard },
): Promise<number[]> {
  const name = `${entity}:${tenant.tenantName}`;
  const arrivals: number[] = [];
  const all = new Promise<void>((resolve) =>
    heard.set(name, () => {
      if (arrivals.push(performance.now()) === sockets) resolve();
    }),
  );
  await transaction(async (tx) => {
    if (entity === "task") {
      await tx.query(`update task set version = version + 1 where resv_guid = $1`, [tenant.resvGuid]);
      await announce(tx, [{ entity, key: tenant.resvGuid }]);
    } else if (entity === "balance") {
      await announce(tx, [{ entity, key: tenant.tenantName }]);
    } else {
      await notify(tx, {
        tenantId: tenant.tenantId,
        retcode: "OK",
        message: `Sample ${sample}`,
        url: "",
        cause: `bench:${sample}:${crypto.randomUUID()}`,
        now: new Date(),
      });
    }
  });
  const committed = performance.now();
  await all;
  heard.delete(name);
  return arrivals.map((arrival) => Math.max(0, arrival - committed));
}

async function connect(origin: string, appOrigin: string, tenant: LiveTenant, heard: Heard): Promise<Socket> {
  const socket = io(`${origin}/customer`, {
    transports: ["websocket"],
    forceNew: true,
    extraHeaders: { origin: appOrigin, cookie: `millrace_session=${tenant.session}` },
  });
  for (const entity of ["task", "balance", "notification"]) {
    socket.on(entity, (event: LiveEvent) => heard.get(`${entity}:${tenant.tenantName}`)?.(event));
  }
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}
