import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../../support/until";

/** An npm whose `ci` brings the only package, once somebody writes to `go`. */
const NPM = `#!/bin/sh
echo "$1" >> begun
cat go > /dev/null
mkdir -p node_modules/one
cp package-lock.json node_modules/.package-lock.json
`;

let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "millrace-install-"));
  for (const folder of ["bin", "prisma", "app/generated", "worker"])
    await mkdir(join(root, folder), { recursive: true });
  await cp("worker/up", join(root, "worker/up"), { recursive: true });
  await writeFile(join(root, "bin/npm"), NPM, { mode: 0o755 });
  await writeFile(join(root, "package-lock.json"), '{"packages":{"":{},"node_modules/one":{"version":"1.0.0"}}}');
  for (const file of ["prisma/schema.prisma", "app/generated/made-from.prisma"]) await writeFile(join(root, file), "");
  execFileSync("mkfifo", [join(root, "go")]);
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

test("of two first starts from one folder one installs, and the other waits for it", async () => {
  const first = start();
  await until("npm", async () => (await begun()).length > 0);
  const second = start();
  await until("the other start to wait", () => second.said().includes("Waiting for another start from this folder"));
  await go();
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
  expect(await begun()).toEqual(["ci"]);
});

test("a package that is gone although npm noted it is installed again", async () => {
  const first = start();
  await go();
  expect(await first.ended).toBe(0);
  await rm(join(root, "node_modules/one"), { recursive: true });
  const again = start();
  await until("npm again", async () => (await begun()).length === 2);
  await go();
  expect(await again.ended).toBe(0);
});

function start() {
  const child = spawn(process.execPath, [join(root, "worker/up/install.mjs")], {
    env: { ...process.env, PATH: `${join(root, "bin")}:${process.env["PATH"]}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { said: () => said, ended: once(child, "exit").then(([code]) => code as number) };
}

/** Lets the npm that runs finish. */
async function go(): Promise<void> {
  const pipe = await open(join(root, "go"), "w");
  await pipe.close();
}

async function begun(): Promise<string[]> {
  const text = await readFile(join(root, "begun"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}
