import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OneTask, run } from "./one-task";

const BIG = 20_000_000;
const one = OneTask.use("16050-16099");

describe.each([
  ["scp", [], 1_000],
  ["the older protocol of scp", ["-O"], 200],
])("%s", (_name, more: string[], files: number) => {
  test("carries 20 MB unchanged in both directions", async () => {
    const dir = aFolder();
    writeFileSync(join(dir, "up"), randomBytes(BIG));
    expect(await scp(more, join(dir, "up"), inTask("big"))).toMatchObject({ code: 0, err: "" });
    expect(await scp(more, inTask("big"), join(dir, "down"))).toMatchObject({ code: 0, err: "" });
    expect(sum(join(dir, "down"))).toBe(sum(join(dir, "up")));
  });

  test("carries a folder of many small files unchanged in both directions", async () => {
    const dir = aFolder();
    mkdirSync(join(dir, "many"));
    for (let index = 0; index < files; index += 1)
      writeFileSync(join(dir, "many", `${index}.txt`), randomBytes(index % 300));
    const target = `many${more.join("")}`;
    expect(await scp(["-rp", ...more], join(dir, "many"), inTask(target))).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await scp(["-rp", ...more], inTask(target), join(dir, "back"))).toMatchObject({
      code: 0,
      err: "",
    });
    expect(sumOfFolder(join(dir, "back"))).toBe(sumOfFolder(join(dir, "many")));
  });
});

test("sftp runs its commands", async () => {
  const dir = aFolder();
  writeFileSync(join(dir, "one"), "first\n");
  const done = await sftp(dir, [
    "put one",
    "mkdir sub",
    "rename one sub/two",
    "chmod 640 sub/two",
    "symlink two sub/link",
    "ln sub/two sub/hard",
    "ls -l sub",
    "get sub/link got",
    "rm sub/link",
    "rm sub/hard",
    "rm sub/two",
    "rmdir sub",
    "df",
    "pwd",
  ]);
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).toMatch(/^-rw-r----- +\S+ root +root +6 \w{3} \d\d \d\d:\d\d two$/m);
  expect(done.out).toMatch(/^lrwxrwxrwx .* link$/m);
  expect(done.out).toContain("Remote working directory: /root");
  expect(readFileSync(join(dir, "got"), "utf8")).toBe("first\n");
  expect((await one.run("ls -A sub 2>&1")).out).toContain("No such file");
});

test("a name that is not UTF-8, and an attribute of time, are kept", async () => {
  await one.run("mkdir odd; touch -d '2001-02-03 04:05' $'odd/caf\\xe9'");
  const { out } = await sftp(aFolder(), ["ls -l odd"]);
  expect(out).toContain("Feb 03  2001 caf");
});

test("a missing, forbidden or obstructed path is refused, and the session continues", async () => {
  const dir = aFolder();
  writeFileSync(join(dir, "one"), "x");
  const commands = ["-get nowhere", "-put one /usr/one", "-rmdir /root", "-rename /etc/passwd /etc/hosts", "pwd"];
  const { code, out, err } = await sftp(dir, commands);
  expect(code).toBe(0);
  expect(err).toMatch(/not found/);
  expect(err).toMatch(/Permission denied|Read-only/);
  expect(out).toContain("Remote working directory: /root");
});

test("an interrupted transfer is resumed, in both directions", async () => {
  const dir = aFolder();
  const whole = randomBytes(3_000_000);
  writeFileSync(join(dir, "whole"), whole);
  writeFileSync(join(dir, "half"), whole.subarray(0, 1_000_000));
  expect(await sftp(dir, ["put half resumed", "reput whole resumed", "reget resumed half"])).toMatchObject({
    code: 0,
  });
  expect(readFileSync(join(dir, "half")).equals(whole)).toBe(true);
});

test("a pipe without a writer does not block the server", async () => {
  await one.run("mkfifo pipe");
  const { out } = await sftp(aFolder(), ["-put /dev/null pipe", "pwd"]);
  expect(out).toContain("Remote working directory: /root");
});

function aFolder(): string {
  return mkdtempSync(join(tmpdir(), "millrace-sftp-"));
}

function inTask(path: string): string {
  return `root@${one.host}:${path}`;
}

const scp = (more: string[], from: string, to: string) =>
  run("scp", ["-q", ...more, ...one.options, "-P", one.port, from, to]);

/** Runs a batch of commands, each on a line, in that local folder. */
async function sftp(cwd: string, commands: string[]) {
  writeFileSync(join(cwd, "batch"), `${commands.join("\n")}\n`);
  return await run("sftp", ["-q", "-b", "batch", ...one.options, "-P", one.port, `root@${one.host}`], cwd);
}

function sum(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function sumOfFolder(dir: string): string {
  const names = readdirSync(dir).sort();
  return createHash("sha256")
    .update(names.map((name) => `${name} ${sum(join(dir, name))}`).join("\n"))
    .digest("hex");
}
