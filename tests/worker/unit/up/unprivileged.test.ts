import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unprivileged } from "../../../../worker/up/unprivileged";

let home = "";
beforeAll(async () => {
  // Only its owner may enter it, as with /root, where a new user's clone often is.
  home = await mkdtemp(join(tmpdir(), "millrace-home-"));
  await writeFile(join(home, "program"), "");
});
afterAll(async () => await rm(home, { recursive: true, force: true }));

test("a program that refuses root reaches its folder below one that only root may enter, even if it checks first", async () => {
  const launcher = await unprivileged(join(home, "postgres"));
  const looks = `process.exitCode = process.geteuid() === 0 ? 2 : 0; fs.accessSync(${JSON.stringify(join(home, "program"))})`;
  const child = launcher.spawn(process.execPath, ["-e", looks]);
  const said: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  expect(said.join("")).toBe("");
  expect(code).toBe(0);
});
