import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "ssh2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LogChunk } from "~/fleet/agent-messages";
import { LogTail } from "../../../../worker/agent/log-tail";
import { ProcessTasks } from "../../../../worker/agent/process/process-tasks";
import { StandIns } from "../../../../worker/agent/simulated/stand-ins";
import type { TaskFile } from "../../../../worker/agent/task/folder";

const FILE: TaskFile = {
  ...{ placement_id: "0b8f6f2e", resv_guid: "r", task_name: "t", tenant_name: "demo-01", agent: "no-agent" },
  ...{ gpus: [2, 3], gpu_uuids: ["a", "b"], gpu_model: null, simulated: true, bind: "127.0.0.1", host: "127.0.0.1" },
  ...{ port: 40_000, spare_ports: [], started_ts: 1_770_000_000, start_command: "", environment: {} },
  ...{ disk_bytes: null, kept: true },
};
const id = FILE.placement_id;
const LONGEST_MS = 240 * 60_000;
let dir: string;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FILE.started_ts * 1000 });
  dir = mkdtempSync(join(tmpdir(), "millrace-node-"));
});
afterEach(() => vi.useRealTimers());

const begin = (...more: [file?: Partial<TaskFile>, kind?: "stays" | "fails"]) => {
  const [file, kind] = more;
  const folders = new ProcessTasks(dir);
  const standIns = new StandIns(folders);
  standIns.begin({ ...FILE, ...file }, kind);
  return { folders, standIns };
};

test("a stand-in runs without a process: it holds its GPUs, shows load and writes a log", () => {
  const { folders, standIns } = begin();
  expect(standIns.alive()).toEqual([id]);
  expect(folders.observe(id, true, false)).toMatchObject({ state: "running", ssh_addr: "127.0.0.1:40000" });
  expect(folders.find()).toEqual([expect.objectContaining({ placementId: id, gpus: [2, 3] })]);
  const load = standIns.load(id);
  expect(load?.cpuPct).toBeGreaterThan(40);
  expect(load?.memMb).toBeGreaterThanOrEqual(4_000);
  expect(readFileSync(join(folders.folder(id).home, "task.log"), "utf8")).toMatch(/^A stand-in .*\nstep 0 loss 4/);
});

test("it ends by itself within four hours, with an exit code, and not before six minutes", () => {
  const { folders, standIns } = begin();
  vi.setSystemTime(Date.now() + 6 * 60_000 - 1);
  expect(standIns.alive()).toEqual([id]);
  vi.setSystemTime(Date.now() + LONGEST_MS);
  expect(standIns.alive()).toEqual([]);
  expect(standIns.load(id)).toBeNull();
  expect(folders.observe(id, false, false)).toMatchObject({ state: "stopped", exit_code: expect.any(Number) });
});

test("a new agent continues with it and its log, and ends it on request, once", async () => {
  begin().standIns.load(id);
  const later = new ProcessTasks(dir);
  expect(later.alive()).toEqual(new Set([id]));
  later.load(id);
  expect(readFileSync(join(later.folder(id).home, "task.log"), "utf8")).toMatch(
    /^A stand-in .*\nstep 0 .*\nstep 0 .*\n$/,
  );
  await later.end(id);
  expect(later.alive()).toEqual(new Set());
  expect(later.observe(id, false, true)).toMatchObject({ state: "stopped", exit_code: null });
  expect(new ProcessTasks(dir).alive()).toEqual(new Set());
});

test.each(["\0\0\0\0", "abc", "-5 3", "1e999 1", "", "9 9 9 9"])(
  "a damaged note of the sent output, %j, stops no agent: the output is sent again from its beginning",
  (text) => {
    const { folders, standIns } = begin();
    standIns.load(id);
    writeFileSync(join(folders.root(id), "sent-out"), text);
    const chunks: LogChunk[] = [];
    new LogTail(folders, (chunk) => chunks.push(chunk) > 0).send();
    expect(chunks).toMatchObject([{ seq: 1, text: expect.stringMatching(/^A stand-in/) }]);
  },
);

test("a home that its customer has closed holds back no output of others", () => {
  const { folders, standIns } = begin();
  standIns.begin({ ...FILE, placement_id: "closed" });
  const { home } = folders.folder("closed");
  rmSync(home, { recursive: true });
  // Nothing below can be read, not even by root.
  symlinkSync("home", home);
  standIns.load(id);
  const chunks: LogChunk[] = [];
  expect(new LogTail(folders, (chunk) => chunks.push(chunk) > 0).send()).toEqual(new Set([id]));
  expect(chunks).toMatchObject([{ placement_id: id }]);
});

test("one whose GPU fails is preceded by a warning of the kernel, and ends with an error of that GPU", () => {
  const { standIns } = begin({}, "fails");
  const kernel = () => readFileSync(join(dir, "kernel.log"), "utf8").trim().split("\n");
  expect(kernel()).toEqual([expect.stringContaining("Xid (PCI:0000:03:00): 63,")]);
  vi.setSystemTime(Date.now() + 18 * 60_000);
  expect(standIns.alive()).toEqual([]);
  expect(kernel()).toEqual([expect.anything(), expect.stringContaining("Xid (PCI:0000:03:00): 64,")]);
});

test("one that stays runs on until it is ended, and a login gets the answer that it has no shell", async () => {
  const port = await freePort();
  const { standIns } = begin({ port }, "stays");
  vi.setSystemTime(Date.now() + 100 * LONGEST_MS);
  expect(standIns.alive()).toEqual([id]);
  expect(await said(port)).toMatch(/stand-in of the demo.*no shell/s);
  standIns.end(id);
  await expect(said(port)).rejects.toThrow(/ECONNREFUSED/);
});

test("strangers who only connect to one that stays take nothing of its agent: those that are too many are let go", async () => {
  const port = await freePort();
  const { standIns } = begin({ port }, "stays");
  const strangers = Array.from({ length: 100 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  const closed = strangers.map((one) => once(one.resume(), "close"));
  await Promise.all(strangers.map((one) => once(one, "connect")));
  expect(await Promise.any(closed)).toBeDefined();
  for (const one of strangers) one.destroy();
  await Promise.all(closed);
  expect(await said(port)).toContain("stand-in");
  standIns.end(id);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** Output of a shell on that port, up to its end. */
async function said(port: number): Promise<string> {
  const client = new Client();
  const ready = once(client, "ready");
  client.connect({ host: "127.0.0.1", port, username: "root" });
  await ready;
  return await new Promise((resolve, reject) => {
    client.shell((error, channel) => {
      if (error) return reject(error);
      let text = "";
      channel.on("data", (data: Buffer) => (text += data.toString()));
      channel.on("close", () => {
        client.end();
        resolve(text);
      });
    });
  });
}
