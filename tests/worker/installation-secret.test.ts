import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { env as ours } from "~/platform/env.server";
import { installationSecret } from "../../worker/up/installation-secret";
import { fingerprintOf } from "../../worker/up/kept-secret";
import { lockWaits } from "../support/lock-waits";
import { until } from "../support/until";

let dir = "";
let file = "";

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "millrace-secret-"));
  file = join(dir, "secret");
  await db.query("update installation set secret_fingerprint = null");
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a first start makes the secret, and the next ones use it", async () => {
  const made = await start();
  expect(readFileSync(file, "utf8").trim()).toBe(made);
  expect(await knownFingerprint()).toBe(fingerprintOf(made));
  expect(await start()).toBe(made);
});

test("an existing database without a fingerprint accepts the present secret", async () => {
  const given = "g".repeat(43);
  expect(await start({ MILLRACE_SECRET: given })).toBe(given);
  expect(await knownFingerprint()).toBe(fingerprintOf(given));
  expect(existsSync(file)).toBe(false);
});

test("a missing, different or damaged secret for an existing database is refused in one sentence, and changes nothing", async () => {
  const made = await start();
  const known = fingerprintOf(made);
  rmSync(file);
  await expect(start()).rejects.toThrow(
    new RegExp(`fingerprint ${known}, and there is none here: put your copy of it back as .*FORGET_SECRET=${known}`),
  );
  expect(existsSync(file)).toBe(false);
  for (const wrong of ["x".repeat(43), "cut"]) {
    writeFileSync(file, wrong);
    await expect(start()).rejects.toThrow(/the one here is another or damaged: put your copy/);
    expect(readFileSync(file, "utf8")).toBe(wrong);
  }
  await expect(start({ MILLRACE_SECRET: "y".repeat(43) })).rejects.toThrow(/: set MILLRACE_SECRET to the right one;/);
  expect(await knownFingerprint()).toBe(known);
  writeFileSync(file, made);
  expect(await start()).toBe(made);
});

test("of two first starts at once with different secrets one is refused", async () => {
  const secrets = ["a".repeat(43), "b".repeat(43)];
  const { starts } = await transaction(async (tx) => {
    await tx.query("select from installation for update");
    const both = Promise.allSettled(secrets.map((secret) => start({ MILLRACE_SECRET: secret })));
    await until("both wait for the row", async () => (await lockWaits()) === 2);
    return { starts: both };
  });
  const used = (await starts).flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  expect(used.map(fingerprintOf)).toEqual([await knownFingerprint()]);
});

test("a lost secret is abandoned only by its fingerprint, once", async () => {
  const lost = fingerprintOf(await start());
  rmSync(file);
  await expect(start({ MILLRACE_FORGET_SECRET: "1" })).rejects.toThrow("fingerprint");
  const made = await start({ MILLRACE_FORGET_SECRET: lost });
  expect(await knownFingerprint()).toBe(fingerprintOf(made));
  rmSync(file);
  await expect(start({ MILLRACE_FORGET_SECRET: lost })).rejects.toThrow(fingerprintOf(made));
});

test("a start that waits for another one can be stopped", async () => {
  const stopping = new AbortController();
  await transaction(async (tx) => {
    await tx.query("select from installation for update");
    const waiting = start({}, stopping.signal);
    await until("the start to wait", async () => (await lockWaits("from installation")) > 0);
    stopping.abort();
    await expect(waiting).rejects.toThrow();
  });
  expect(await knownFingerprint()).toBeNull();
});

async function start(more: Record<string, string> = {}, signal = new AbortController().signal): Promise<string> {
  return await installationSecret(ours.DATABASE_URL, { MILLRACE_DATA_DIR: dir, ...more }, signal);
}

async function knownFingerprint(): Promise<string | null | undefined> {
  const rows = await db.query<{ known: string | null }>("select secret_fingerprint as known from installation");
  return rows[0]?.known;
}
