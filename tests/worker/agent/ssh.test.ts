import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientChannel } from "ssh2";
import { expect, test } from "vitest";
import { makeKeyPair, ssh, type KeyPair } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { OneTask, optionsOf, run } from "./one-task";

const NODE = "demo-1";
const one = OneTask.use("16000-16049");
const { plane } = one;

test("the right key logs in as root, and the exit code is returned", async () => {
  expect(await one.run("id -un; pwd; exit 7")).toMatchObject({ code: 7, out: "root\n/root\n" });
});

test("another key, another user and a password are refused", async () => {
  const stranger = await ssh(one.address, await makeKeyPair("stranger"), "true");
  expect(stranger).toMatchObject({ code: 255 });
  expect(stranger.err).toContain("Permission denied (publickey)");
  const user = await openSsh(["-l", "ubuntu", ...one.options], one.address, "true");
  expect(user.err).toContain("Permission denied (publickey)");
});

test("the log shows which key and which user were refused", async () => {
  const stranger = await makeKeyPair("stranger");
  await openSsh(["-l", "ubuntu", ...optionsOf(stranger)], one.address, "true");
  const fingerprint = await fingerprintOf(stranger);
  await plane.untilLogs((chunks) =>
    chunks.some(({ text }) => text.includes(`ssh: refused key ${fingerprint} for user ubuntu from 127.0.0.1`)),
  );
});

test("the agent reports the server's host key and the fingerprints of its accepted keys", async () => {
  const seen = await plane.untilTask(NODE, one.placementId, "running");
  expect(seen.ssh_host_key).toMatch(/^ssh-ed25519 [A-Za-z0-9+/]+=* first-try$/);
  expect(seen.ssh_keys).toEqual([await fingerprintOf(one.key)]);
});

test("a password is not even requested", async () => {
  const more = ["-o", "PreferredAuthentications=password,keyboard-interactive"];
  expect((await openSsh([...more, ...one.options], one.address, "true")).err).toContain(
    "Permission denied (publickey)",
  );
});

test("a login shell finds `finish`", async () => {
  const { out } = await openSsh(["-tt", ...one.options], one.address, "bash -lc 'command -v finish'");
  expect(out).toMatch(/\/finish\r\n$/);
});

test("a customer's changes to the task's own files stop neither the agent nor the charging", async () => {
  await one.run("cd $MILLRACE_RUN && mkfifo exit.json && rm ready.json && ln -s /dev/zero ready.json");
  const seen = plane.observed.length;
  await plane.until(NODE, () => plane.observed.length > seen + 1);
  expect(await plane.untilTask(NODE, one.placementId, "running")).toMatchObject({ ssh_addr: one.address });
});

test("an agent whose connection the server ends reconnects", async () => {
  const seen = plane.observed.length;
  plane.disconnectAll();
  await plane.until(NODE, () => plane.observed.length > seen);
});

test("the connection of a client that was killed ends", async () => {
  const left = () => plane.logs.filter(({ text }) => text.includes("ssh: disconnected from")).length;
  const client = spawn("ssh", [...one.options, "-p", one.port, `root@${one.host}`, "echo open; exec sleep 30"]);
  let out = "";
  client.stdout.on("data", (bytes) => (out += bytes));
  await until("the session", () => out === "open\n");
  const before = left();
  client.kill("SIGKILL");
  await until("its end", () => left() > before);
});

test("a terminal has the client's size, and a program on it ends with its own code", async () => {
  const { code, out } = await openSsh(["-tt", ...one.options], one.address, "stty size; exit 3");
  expect(out).toMatch(/^\d+ \d+\r\n/);
  expect(code).toBe(3);
});

test("a terminal follows when the client's window changes its size", async () => {
  const client = await one.connect();
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.shell({ rows: 24, cols: 80 }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  let seen = "";
  channel.on("data", (data: Buffer) => (seen += String(data)));
  channel.write("trap 'stty size' WINCH; echo rea''dy\n");
  await until("the shell", () => seen.includes("ready\r\n"));
  channel.setWindow(44, 123, 0, 0);
  channel.write("\n");
  await until("the new size", () => seen.includes("44 123"));
  client.end();
});

test("a terminal keeps all of a long output", async () => {
  const { out } = await openSsh(["-tt", ...one.options], one.address, "seq 1 400000");
  const expected = Array.from({ length: 400_000 }, (_, index) => `${index + 1}\r\n`).join("");
  expect(out === expected).toBe(true);
});

test("files are copied unchanged in both directions", async () => {
  const dir = mkdtempSync(join(tmpdir(), "millrace-scp-"));
  writeFileSync(join(dir, "up"), randomBytes(3_000_000));
  const scp = (from: string, to: string) => run("scp", ["-q", "-P", one.port, ...one.options, from, to]);
  expect(await scp(join(dir, "up"), `root@${one.host}:data`)).toMatchObject({ code: 0 });
  expect(await scp(`root@${one.host}:data`, join(dir, "down"))).toMatchObject({ code: 0 });
  expect(sum(join(dir, "down"))).toBe(sum(join(dir, "up")));
});

test("the session sees its task and GPUs, but neither the agent nor other processes", async () => {
  const { out } = await one.run("echo $MILLRACE_TASK $MILLRACE_TASK_GPUS; env; ps -e -o pid= | wc -l; ls /");
  expect(out).toMatch(/^first-try 0,1\n/);
  expect(out).not.toContain("mra_x");
  expect(out).not.toContain("DATABASE_URL");
});

test("the task's log output and its load are reported", async () => {
  await one.run("echo epoch 1 >> ~/task.log");
  await plane.untilLogs((chunks) => chunks.some((chunk) => chunk.stream === "out" && chunk.text.includes("epoch 1")));
  const load = await plane.untilLoad(({ samples }) => samples.some((sample) => sample.mem_mb > 0));
  expect(load.samples[0]).toMatchObject({
    placement_id: one.placementId,
    gpu_busy: [expect.any(Number), expect.any(Number)],
    gpu_mem_mb: [expect.any(Number), expect.any(Number)],
  });
});

async function fingerprintOf({ file }: KeyPair): Promise<string> {
  const { out } = await run("ssh-keygen", ["-l", "-f", `${file}.pub`]);
  return out.split(" ")[1] ?? "";
}

async function openSsh(args: string[], to: string, command: string) {
  const [host = "", port = ""] = to.split(":");
  return await run("ssh", [...args, "-p", port, ...(args.includes("-l") ? [host] : [`root@${host}`]), command]);
}

function sum(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
