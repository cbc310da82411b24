import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tarOf } from "../../../../worker/agent/tar";

test("tar can read an archive, whatever the sizes of its files", () => {
  const dir = mkdtempSync(join(tmpdir(), "tar-"));
  const files = Object.fromEntries([0, 1, 511, 512, 513, 10_000].map((size) => [`a/${size}`, Buffer.alloc(size, 7)]));
  execFileSync("tar", ["-C", dir, "-xf", "-"], { input: tarOf(files) });
  for (const [name, bytes] of Object.entries(files)) expect(readFileSync(join(dir, name)).equals(bytes)).toBe(true);
  rmSync(dir, { recursive: true });
});
