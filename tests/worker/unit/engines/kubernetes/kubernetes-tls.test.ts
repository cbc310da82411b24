import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startBun } from "../../../../support/bun-program";
import { Cluster, TOKEN } from "../../../../support/kubernetes/cluster";

const dir = mkdtempSync(join(tmpdir(), "millrace-authority-"));
const cluster = new Cluster();
afterEach(() => {
  cluster.stop();
  rmSync(dir, { recursive: true });
});

/** A key and a certificate of its own authority for this machine. */
function certified(name: string) {
  const [key, cert] = [join(dir, `${name}.key`), join(dir, `${name}.pem`)];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
  return { key, cert };
}

test("the cluster's own authority alone is trusted, in the product's runtime and on each connection", async () => {
  const [theirs, other] = [certified("theirs"), certified("other")];
  const url = await cluster.start({ key: readFileSync(theirs.key, "utf8"), cert: readFileSync(theirs.cert, "utf8") });
  const order = [theirs.cert, other.cert, "", theirs.cert];
  const program = startBun("tests/support/programs/ask-kubernetes.ts", { args: [url, TOKEN, ...order] });
  await program.gone;
  const refused = { first: expect.stringMatching(/EngineUnknown|certificate/i) };
  const heard = { complete: true, second: "unchanged" };
  expect(program.lines.map((line) => JSON.parse(line) as unknown)).toEqual([heard, refused, refused, heard]);
  // A list and a watch for each that was heard: no token went anywhere else.
  expect(cluster.asked).toHaveLength(4);
});
