import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Child } from "../../../../worker/up/child";
import { RotatingLog } from "../../../../worker/up/rotating-log";
import { until } from "../../../support/until";

let dir = "";
const logLimits = { fileBytes: 2 ** 20, files: 2 };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "millrace-log-"));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

test("a log is rotated by size, without loss, and never grows beyond its files", async () => {
  const file = join(dir, "rotating.log");
  await writeFile(file, "before\n");
  const log = new RotatingLog(file, { fileBytes: 100, files: 3 });
  const lines = Array.from({ length: 40 }, (_, at) => `line ${String(at).padStart(4, "0")}\n`);
  for (const line of lines) log.write(Buffer.from(line));
  const kept = await Promise.all([`${file}.2`, `${file}.1`, file].map((name) => readFile(name, "utf8")));
  expect(kept.join("")).toBe(lines.slice(-kept.join("").length / 10).join(""));
  for (const text of kept) expect(text.length).toBeLessThanOrEqual(100);
  expect(kept.join("").length).toBeGreaterThan(200);
  await expect(stat(`${file}.3`)).rejects.toThrow("ENOENT");
});

test("a log that cannot be written costs only its lines", async () => {
  const folder = join(dir, "gone");
  const log = new RotatingLog(join(folder, "web.log"), logLimits);
  log.write(Buffer.from("lost\n"));
  await mkdir(folder);
  log.write(Buffer.from("kept\n"));
  expect(await readFile(join(folder, "web.log"), "utf8")).toBe("kept\n");
});

test("a child's output goes through the rotated log, complete", async () => {
  const logFile = join(dir, "loud.log");
  const child = new Child({
    name: "loud",
    args: ["-e", "for (let at = 0; at < 3000; at += 1) console.log('x'.repeat(99)); setInterval(() => {}, 1000)"],
    env: { ...process.env },
    logFile,
    logLimits: { fileBytes: 200_000, files: 5 },
    say: () => {},
    noted: () => {},
  });
  child.start();
  const sizes = async () =>
    await Promise.all(
      [logFile, `${logFile}.1`].map((name) =>
        stat(name).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
  await until("all of it", async () => (await sizes()).reduce((sum, size) => sum + size, 0) === 300_000);
  expect(Math.max(...(await sizes()))).toBeLessThanOrEqual(200_000);
  await child.stop();
});
