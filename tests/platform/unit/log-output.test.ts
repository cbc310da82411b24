import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const LINES = ["one", "two", "three"];

/** Starts a program that logs what it reads; its log goes to that output. */
function startWriter(output: "pipe" | number, env = {}): ChildProcess {
  return spawn(`${root}node_modules/.bin/bun`, ["tests/support/programs/write-lines.ts"], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: "postgres://nowhere", ...env },
    stdio: ["pipe", output, "pipe"],
  });
}

/** Has it log a line at a time. Returns the lines that it says it logged, and its exit code. */
async function logAll(writer: ChildProcess): Promise<unknown[]> {
  const ended = once(writer, "exit");
  writer.stdin?.on("error", () => {});
  const said: string[] = [];
  if (writer.stderr)
    for await (const line of createInterface({ input: writer.stderr.on("close", () => writer.stdin?.destroy()) })) {
      said.push(line);
      const next = LINES[said.length];
      if (next === undefined) writer.stdin?.end();
      else writer.stdin?.write(`${next}\n`);
    }
  return [...said, ...(await ended)];
}

test.each([
  ["without a collector", {}],
  ["with a collector", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }],
])("a process goes on if the reader of its log is gone, or its disk is full, %s", async (_what, env) => {
  const disk = openSync("/dev/full", "w");
  const writers = [startWriter("pipe", env), startWriter(disk, env)];
  closeSync(disk);
  writers[0]?.stdout?.destroy();
  for (const { stdin } of writers) stdin?.write(`${LINES[0]}\n`);
  expect(await Promise.all(writers.map(logAll))).toEqual([
    [...LINES, 0, null],
    [...LINES, 0, null],
  ]);
});

test("a reader of the log that hangs costs lines and no memory; once it reads again, it gets the next ones", async () => {
  const writer = startWriter("pipe");
  const { stdin, stdout, stderr } = writer;
  if (!stdin || !stdout || !stderr) throw new Error("no pipes");
  const [sent, line] = [40, "x".repeat(1024 * 1024)];
  const said = createInterface({ input: stderr })[Symbol.asyncIterator]();
  for (let at = 0; at < sent; at += 1) {
    stdin.write(`${line}\n`);
    expect((await said.next()).value).toHaveLength(line.length);
  }
  let [read, next] = [0, false];
  createInterface({ input: stdout }).on("line", (one) => {
    if (one === line) read += 1;
    else next = true;
  });
  while (!next) {
    stdin.write("next\n");
    await said.next();
  }
  stdin.end();
  expect(read).toBeGreaterThan(sent / 4);
  expect(read).toBeLessThan(sent / 2);
});
