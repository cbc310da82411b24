import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { transaction } from "~/platform/db.server";
import { anEngine, enrol } from "../../fleet/database/pilots/engine-world";
import { makeKeyPair, ssh } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { startWorker, type WorkerProcess } from "../../support/worker-process";
import { aTenant, theCatalogue } from "../../support/world";
import { kill, startAgent } from "../agent/agent-process";
import { addressOf, aTask } from "./access-world";

const GATEWAY = vi.hoisted(() => {
  const gateway = { SSH_GATEWAY_PORTS: "17013-17014", SSH_GATEWAY_HOST: "127.0.0.1" };
  for (const [name, value] of Object.entries(gateway)) vi.stubEnv(name, value);
  return gateway;
});

let worker: WorkerProcess;
let web: Server;
let pilot: ChildProcess | undefined;

beforeAll(async () => {
  await theCatalogue();
  worker = await startWorker(GATEWAY);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  if (pilot) await kill(pilot);
  web?.close();
  await worker?.end();
});

test("a task on a pilot is reached through the gateway by itself, and its port closes with it", async () => {
  const [tenant, key, engine] = [await aTenant({ dollars: 100 }), await makeKeyPair(), await anEngine()];
  const resvGuid = await aTask(tenant.tenantId, key);
  const [place] = await engine.startNext(new Date());
  if (!place) throw new Error("no place was wanted");
  web = createServer(async (_request, response) => {
    const { nodeName, clusterName, agentKey, leaseMinutes } = await enrol(place, { now: new Date() });
    const body = { node_name: nodeName, cluster_name: clusterName, agent_key: agentKey, lease_minutes: leaseMinutes };
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  const scratch = mkdtempSync(join(tmpdir(), "place-"));
  pilot = startAgent({
    ...{ liveUrl: worker.origin, dataDir: "/nonexistent", ports: "16940-16949" },
    command: ["node_modules/.bin/bun", "worker/agent/main.ts", "pilot"],
    env: {
      ...{ MILLRACE_URL: `http://127.0.0.1:${(web.address() as AddressInfo).port}`, MILLRACE_PLACE_TOKEN: place.token },
      ...{ MILLRACE_RUNTIME: "demo", MILLRACE_GPU_TYPE: "a5000", TMPDIR: scratch },
      ...{ SLURM_JOB_ID: "17", SLURM_NODEID: "0", SLURM_NNODES: "1", SLURM_JOB_GPUS: "0", SLURMD_NODENAME: "n1" },
    },
  });
  const left = once(pilot, "exit");
  const address = await addressOf(resvGuid);
  expect(address).toBe("127.0.0.1:17013");
  expect(await ssh(address, key, "id -un")).toMatchObject({ code: 0, out: "root\n" });
  const stop = { resvGuids: [resvGuid], target: "killed" as const, reason: "killed by you", now: new Date() };
  await transaction((tx) => requestStop(tx, stop));
  await left;
  expect(readdirSync(scratch)).toEqual([]);
  await until("the port to close", async () => (await ssh(address, key, "true")).err.includes("Connection refused"));
});
