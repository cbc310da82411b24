import { io, type Socket } from "socket.io-client";
import { announce } from "~/platform/announce.server";
import { notify } from "~/platform/notify.server";
import { transaction } from "~/platform/db.server";
import type { LiveEvent } from "~/platform/live/events";
import type { Server } from "./processes";
import { figure, heading, quantile } from "./report";

const SAMPLES_PER_ENTITY = 200;
const PAUSE_MS = 25;

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
  heading(`Live events with ${sockets} connected sockets`);
  const idle: Socket[] = [];
  const heard = new Map<string, (event: LiveEvent) => void>();
  for (let index = 0; index < sockets; index += 1) {
    const tenant = tenants[index % tenants.length];
    if (!tenant) break;
    idle.push(await connect(worker.origin, appOrigin, tenant, heard));
  }
  for (const entity of ["task", "balance", "notification"] as const) {
    const delays: number[] = [];
    for (let sample = 0; sample < SAMPLES_PER_ENTITY; sample += 1) {
      const tenant = tenants[sample % tenants.length];
      if (tenant) delays.push(await delayOf(entity, tenant, sample, heard));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    figure(
      `${entity}: p50 / p99, ms`,
      `${quantile(delays, 0.5).toFixed(0)} / ${quantile(delays, 0.99).toFixed(0)}`,
      "p99 at most 150",
    );
  }
  idle.forEach((socket) => socket.disconnect());
}

async function delayOf(
  entity: "task" | "balance" | "notification",
  tenant: LiveTenant,
  sample: number,
  heard: Map<string, (event: LiveEvent) => void>,
): Promise<number> {
  const name = `${entity}:${tenant.tenantName}`;
  const arrival = new Promise<number>((resolve) => heard.set(name, () => resolve(performance.now())));
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
  const delay = (await arrival) - committed;
  heard.delete(name);
  return Math.max(0, delay);
}

async function connect(
  origin: string,
  appOrigin: string,
  tenant: LiveTenant,
  heard: Map<string, (event: LiveEvent) => void>,
): Promise<Socket> {
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
