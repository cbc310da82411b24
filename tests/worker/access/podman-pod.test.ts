import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sealEnvironment } from "~/compute/template-environment.server";
import { action } from "~/fleet/api/agents/enroll";
import { db } from "~/platform/db.server";
import { encrypt } from "~/platform/secret.server";
import { makeKeyPair, ssh } from "../../e2e/support/ssh";
import { buildAgent } from "../../support/build-agent.mjs";
import { Cluster, TOKEN } from "../../support/kubernetes/cluster";
import { Kubelet } from "../../support/kubernetes/kubelet";
import { RealPodman } from "../../support/real-podman";
import { argsOf } from "../../support/route-args";
import { systemImage } from "../../support/system-image";
import { until } from "../../support/until";
import { startWorker, type WorkerProcess } from "../../support/worker-process";
import { aTenant, theCatalogue } from "../../support/world";
import { optionsOf, run } from "../agent/one-task";
import { addressOf, aTask } from "./access-world";

// The Pods that the worker asks a Kubernetes for, in containers of real Podman.

const ORIGINS = await vi.hoisted(async () => {
  const { findFreePort } = await import("../../../worker/up/ports");
  const [web, live] = [await findFreePort(), await findFreePort()];
  // What its agents are told, by the worker and by web.
  vi.stubEnv("LIVE_ORIGIN", `http://127.0.0.1:${live}`);
  return { web, live };
});
const AGENT_IMAGE = "registry.example.com/millrace/agent:0.1.0";
const DOCKERFILE = join(import.meta.dirname, "../../../docs/deploy/kubernetes/agent.Dockerfile");

const lacks = RealPodman.lacks();
if (lacks !== "") console.log(`Pods are not tried in Podman: ${lacks}`);

describe.runIf(lacks === "")("a Pod in real Podman", () => {
  const cluster = new Cluster();
  let podman: RealPodman;
  let kubelet: Kubelet;
  let worker: WorkerProcess | undefined;
  let web: Server;

  beforeAll(async () => {
    podman = new RealPodman();
    await theCatalogue();
    await makeImages(podman);
    await cluster.start();
    const network = { MILLRACE_BIND: "127.0.0.1", MILLRACE_SSH_PORTS: "16950-16959" };
    kubelet = new Kubelet(cluster, podman, network);
    web = createServer(async (request, response) => {
      const { method = "", headers, url = "" } = request;
      const sent = new Request(`http://127.0.0.1:${ORIGINS.web}${url}`, {
        ...{ method, headers: headers as Record<string, string>, body: await text(request) },
      });
      const answer = await action(argsOf(sent));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    }).listen(ORIGINS.web, "127.0.0.1");
    await once(web, "listening");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await kubelet?.stop();
    await worker?.end();
    web?.close();
    cluster.stop();
    await podman?.stop();
  });

  test("serves its task inside a foreign image, through the gateway, until the cluster ends it", async () => {
    const [{ tenantId }, key] = [await aTenant({ dollars: 100 }), await makeKeyPair()];
    const resvGuid = await aTask(tenantId, key, 2);
    const startCommand = `echo "$OF_THE_IMAGE $MINE"; sleep 600`;
    await db.query(`update task set start_command = $2, environment = $3 where resv_guid = $1`, [
      ...[resvGuid, startCommand, sealEnvironment({ MINE: "of the task" })],
    ]);
    await backBy(cluster);
    // Only then, because it looks for new engines every few seconds.
    worker = await startWorker({
      ...{ WORKER_PORT: String(ORIGINS.live), APP_ORIGIN: `http://127.0.0.1:${ORIGINS.web}` },
      ...{ SSH_GATEWAY_PORTS: "16960-16961", SSH_GATEWAY_HOST: "127.0.0.1" },
    });
    const address = await addressOf(resvGuid).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${kubelet.printed.join("")}`);
    });
    expect(address).toMatch(/^127\.0\.0\.1:1696[01]$/);
    const inside = async (command: string) => (await ssh(address, key, command)).out;
    expect(await inside(". /etc/os-release; echo $ID; id -u; echo $MINE; echo $CUDA_VISIBLE_DEVICES; env")).toMatch(
      /^small\n0\nof the task\nGPU-0,GPU-1\n(?![^]*(mrp_|MILLRACE_URL))/,
    );
    expect(await inside("touch /run/millrace/bin/x 2>/dev/null || echo read-only")).toBe("read-only\n");
    await until("its log", async () => {
      const logs = await db.query<{ text: string }>(
        `select text from task_log where resv_guid = $1 and stream = 'out'`,
        [resvGuid],
      );
      return logs.some((one) => one.text === "of-the-image of the task\n");
    });
    const file = join(podman.dir, "sent");
    writeFileSync(file, Buffer.alloc(3_000_000, 5));
    const copy = async (from: string, to: string) =>
      await run("scp", [...optionsOf(key), "-P", address.split(":")[1] ?? "", from, to]);
    expect(await copy(file, "root@127.0.0.1:there")).toMatchObject({ code: 0 });
    expect(await copy("root@127.0.0.1:there", `${file}-back`)).toMatchObject({ code: 0 });
    expect(readFileSync(`${file}-back`).equals(readFileSync(file))).toBe(true);

    const pod = `mr-${resvGuid}-1`;
    const headers = { authorization: `Bearer ${TOKEN}` };
    await fetch(`${cluster.url}/api/v1/namespaces/gpu/pods/${pod}`, { method: "DELETE", headers });
    const task = await until("the task's end", async () => {
      const [row] = await db.query<{ state: string; reason: string }>(
        `select state, reason from task where resv_guid = $1 and finished_at is not null`,
        [resvGuid],
      );
      return row;
    });
    expect(task).toEqual({ state: "lost", reason: "ended by the cluster" });
    await until("its container has left", () => !cluster.pods.has(pod));
    expect(await podman.cli("inspect", "--format", "{{.State.ExitCode}} {{.State.OOMKilled}}", pod)).toBe("0 false\n");
    await until("its place has ended", async () => {
      const [place] = await db.query<{ end: string }>(`select "end" from engine_place where state = 'ended'`);
      return place?.end === "cancelled";
    });
  });
});

/** An image as a customer may choose it, under the catalogue's name, and the agent's, by its own description. */
async function makeImages(podman: RealPodman): Promise<void> {
  const [system, build] = [join(podman.dir, "system.tar"), join(podman.dir, "build")];
  mkdirSync(build);
  const agent = buildAgent(join(build, "millrace-agent"));
  writeFileSync(system, systemImage(agent));
  const [image] = await db.query<{ reference: string }>(`select reference from image where is_default`);
  const changes = ["ENV OF_THE_IMAGE=of-the-image", 'ENTRYPOINT ["/bin/false"]', 'CMD ["no"]'];
  const options = changes.flatMap((change) => ["--change", change]);
  await podman.cli("import", ...options, system, image?.reference ?? "");
  await podman.cli("import", system, "docker.io/library/debian:12-slim");
  await podman.cli("build", "--pull-never", "--file", DOCKERFILE, "--tag", AGENT_IMAGE, build);
}

/** Makes this Kubernetes the engine of the tests' cluster. */
async function backBy({ url }: Cluster): Promise<void> {
  const settings = { namespace: "gpu", gpuMap: { "NVIDIA-RTX-A5000": "a5000" }, agentImage: AGENT_IMAGE };
  await db.query(
    `with made as (
       insert into engine (kind, url, settings, credentials) values ('kubernetes', $1, $2, $3) returning id)
     update cluster set engine_id = made.id from made where name = 'fra1'`,
    [url, JSON.stringify(settings), encrypt(TOKEN)],
  );
}
