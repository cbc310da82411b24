import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { programsIn } from "~/compute/recommended-programs";
import { knownHostsLine, type SshAddress, splitSshAddr } from "~/compute/ssh-address";
import { askServer } from "~/compute/inside/ssh-keys/check/ask-server.server";
import { fingerprintOfLine } from "~/platform/fingerprint.server";
import type { ObservedTask } from "~/fleet/agent-messages";
import { type KeyPair, makeKeyPair } from "../../e2e/support/ssh";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "demo-1";
const plane = new ControlPlane();
const dataDir = aDataDir();
let agent: ChildProcess;
let key: KeyPair;
let task: ObservedTask;
let address: SshAddress;

beforeAll(async () => {
  key = await makeKeyPair();
  const desired = aDesiredTask({ ssh_public_keys: [key.publicKey] });
  const liveUrl = await plane.start();
  plane.desire(NODE, desiring(1, [desired]));
  const nodes = [{ node_name: NODE, agent_key: "mra_x", gpus: 8 }];
  agent = startAgent({ liveUrl, dataDir, nodes, ports: "18050-18099" });
  task = await plane.untilTask(NODE, desired.placement_id, "running");
  address = splitSshAddr(task.ssh_addr) ?? { host: "", port: 0 };
});
afterAll(async () => {
  await kill(agent);
  await plane.stop();
  await cleanUp(dataDir, [NODE]);
});

test("a real ssh that knows only the shown known_hosts line logs in without a question", async () => {
  expect(await strictly(knownHostsLine(address, task.ssh_host_key))).toMatchObject({ code: 0, out: "in\n" });
});

test("with the line of another server it refuses", async () => {
  const stranger = await makeKeyPair("stranger");
  const refused = await strictly(knownHostsLine(address, stranger.publicKey));
  expect(refused.code).toBe(255);
  expect(refused.err).toContain("Host key verification failed");
});

test("the shown fingerprint equals that of ssh-keygen for the host key", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "millrace-host-")), "host.pub");
  writeFileSync(file, `${task.ssh_host_key}\n`);
  const { out } = await run("ssh-keygen", ["-l", "-f", file]);
  expect(out).toContain(` ${fingerprintOfLine(task.ssh_host_key)} `);
});

test("the task's server proves its host key to the check, which leaves nothing behind", async () => {
  expect(await askServer(address)).toEqual({
    kind: "ssh",
    fingerprint: fingerprintOfLine(task.ssh_host_key),
  });
  expect(await strictly(knownHostsLine(address, task.ssh_host_key))).toMatchObject({ code: 0 });
});

test("the server's log shows that files can be copied, and which programs there are, as the check reads it", async () => {
  await plane.untilLogs((chunks) => chunks.some(({ text }) => /sftp: works$/m.test(text)));
  const programs = programsIn(plane.logs.map(({ text }) => text).join(""));
  const { out } = await strictly(knownHostsLine(address, task.ssh_host_key), "command -v git rsync tmux vim");
  expect(programs).toEqual(out.split("\n").flatMap((path) => path.split("/").at(-1) || []));
});

test("a closed port, a silent one and one without SSH are distinguished", async () => {
  const closed = await listening(createServer());
  await stop(closed.server);
  expect(await askServer(closed.address)).toEqual({ kind: "refused" });

  const silent = await listening(createServer((socket) => socket.resume()));
  expect(await askServer(silent.address, 300)).toEqual({ kind: "silent" });
  await stop(silent.server);

  const web = await listening(createServer((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n")));
  expect(await askServer(web.address)).toMatchObject({ kind: "no-ssh" });
  await stop(web.server);
});

async function listening(server: Server): Promise<{ server: Server; address: SshAddress }> {
  server.on("connection", (socket) => socket.on("error", () => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, address: { host: "127.0.0.1", port: (server.address() as AddressInfo).port } };
}

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

/** OpenSSH with that line as its only known server. */
async function strictly(knownHosts: string, command = "echo in") {
  const file = join(mkdtempSync(join(tmpdir(), "millrace-known-")), "known_hosts");
  writeFileSync(file, `${knownHosts}\n`);
  return await run("ssh", [
    ...["-i", key.file, "-F", "none", "-p", String(address.port), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes"],
    ...["-o", "StrictHostKeyChecking=yes", "-o", `UserKnownHostsFile=${file}`, "-o", "GlobalKnownHostsFile=/dev/null"],
    ...[`root@${address.host}`, command],
  ]);
}

function run(program: string, args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: 20_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
    child.stdin?.end();
  });
}
