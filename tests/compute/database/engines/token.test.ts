import { beforeAll, beforeEach, expect, test } from "vitest";
import { EngineBeats } from "../../../../worker/engines/follow-engines";
import { readTokenEnds } from "~/compute/inside/engines/read-token-ends.server";
import { renewToken } from "~/compute/inside/engines/renew-token.server";
import { readEngineConcerns } from "~/compute/read-engine-concerns.server";
import { warnOfTokenEnds } from "~/compute/watch-engines.server";
import { db } from "~/platform/db.server";
import { M } from "~/platform/messages";
import { decrypt } from "~/platform/secret.server";
import { presentTime, takeTime } from "~/platform/time.server";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { now } from "../capacity/reserving";

const DAY = 86_400;
const nowTs = now.getTime() / 1000;

let operator: TenantInWorld;
let by: { userId: number; requestId: string };

/** A token as Slurm makes it: of that user, from one second to another after the beginning. */
function aToken(fromS: number, endS: number, sun = "millrace"): string {
  const claims = { iat: nowTs + fromS, exp: nowTs + endS, sun };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;
}

beforeAll(async () => {
  await theCatalogue();
  operator = await aTenant({ role: "operator" });
  by = { userId: (await aTenant({ role: "admin" })).userId, requestId: "r" };
});

beforeEach(async () => {
  await db.query(`update cluster set engine_id = null`);
  await db.query(
    `with made as (insert into engine (kind, url, settings) values ('slurm', 'https://slurm.test', '{"user": "millrace"}') returning id)
     update cluster set engine_id = made.id from made where name = 'fra1'`,
  );
  await db.query(`delete from mail`);
  at(0);
});

const at = (second: number) => takeTime(now.getTime() + second * 1000);
const renew = (token: string) => renewToken({ clusterName: "fra1", token, ...by, now: presentTime() });
const stored = async () =>
  (
    await db.query<{ credentials: string | null; url: string; version: number; settings: unknown; until: Date | null }>(
      `select credentials, url, engine.version, settings, credentials_until as until from engine
       join cluster on cluster.engine_id = engine.id where cluster.name = 'fra1'`,
    )
  )[0];

/** Subjects of the mails to the operator, as the worker's job sends them each minute from one second to another. */
async function mailsUntil(second: number, fromS = 0): Promise<string[]> {
  for (let step = fromS; step <= second; step += DAY / 4) {
    at(step);
    await warnOfTokenEnds({ now: presentTime() });
    await warnOfTokenEnds({ now: presentTime() });
  }
  const rows = await db.query<{ subject: string }>(`select subject from mail where to_address = $1 order by id`, [
    operator.email,
  ]);
  return rows.map(({ subject }) => subject);
}

test("operators are mailed 7 days and 1 day before a token ends, and at its end: once each", async () => {
  await renew(aToken(0, 30 * DAY));
  expect(await mailsUntil(22.75 * DAY)).toEqual([]);
  expect(await mailsUntil(28.75 * DAY, 23 * DAY)).toEqual(["fra1: the token of its scheduler ends within 7 days"]);
  expect(await mailsUntil(29.75 * DAY, 29 * DAY)).toHaveLength(2);
  expect(await mailsUntil(40 * DAY, 30 * DAY)).toEqual([
    "fra1: the token of its scheduler ends within 7 days",
    "fra1: the token of its scheduler ends within a day",
    "fra1: the token of its scheduler has ended",
  ]);
});

test("a renewed token begins anew, and one that is found late is warned of once, with what holds then", async () => {
  await renew(aToken(0, 30 * DAY));
  expect(await mailsUntil(24 * DAY, 24 * DAY)).toHaveLength(1);
  await renew(aToken(24 * DAY, 54 * DAY));
  expect(await mailsUntil(46 * DAY, 24 * DAY)).toHaveLength(1);
  // No worker ran for days.
  expect(await mailsUntil(53.5 * DAY, 53.5 * DAY)).toEqual([
    "fra1: the token of its scheduler ends within 7 days",
    "fra1: the token of its scheduler ends within a day",
  ]);
});

test("a short token that a script renews causes no mail, until the script fails", async () => {
  for (let day = 0; day < 9; day += 1) {
    at(day * DAY);
    await renew(aToken(day * DAY, (day + 2) * DAY));
    expect(await mailsUntil((day + 0.75) * DAY, day * DAY)).toEqual([]);
  }
  expect(await mailsUntil(11 * DAY, 9 * DAY)).toEqual(["fra1: the token of its scheduler has ended"]);
});

test("the dashboard and the cluster's page name a token that ends, and nothing of one that does not", async () => {
  await renew(aToken(0, 30 * DAY));
  const notices = async () => (await readTokenEnds({ now: presentTime() })).map(({ notice }) => notice);
  const seen = [];
  for (const day of [0, 22, 24, 29.5, 30]) {
    at(day * DAY);
    seen.push(await notices());
  }
  expect(seen).toEqual([[], [], [7], [1], ["ended"]]);
  expect(await readEngineConcerns({ now: presentTime() })).toEqual({
    tokens: [expect.objectContaining({ clusterName: "fra1", notice: "ended" })],
    clusters: [],
  });
  await db.query(`update engine set credentials_until = null`);
  expect(await notices()).toEqual([]);
});

test("a token is replaced and nothing else; neither the answer nor the audit has it", async () => {
  await renew(aToken(0, 30 * DAY));
  const before = await stored();
  const token = aToken(0, 60 * DAY);
  expect(await renew(token)).toEqual(new Date(now.getTime() + 60 * DAY * 1000));
  const after = await stored();
  expect(decrypt(after?.credentials ?? "")).toBe(token);
  expect({ ...after, credentials: "", until: null }).toEqual({ ...before, credentials: "", until: null });
  const audit = await db.query<{ after: unknown }>(
    `select target, before, after from audit_row where action = 'engine.renew-token' order by id desc limit 1`,
  );
  expect(audit).toEqual([
    {
      target: "cluster:fra1",
      before: { until: before?.until?.toISOString() },
      after: { until: after?.until?.toISOString() },
    },
  ]);
  expect(JSON.stringify(audit)).not.toContain(token.split(".")[1]);
});

test("refused, and the stored one stays: another user's, an ended one, what is no token, a cluster without an engine", async () => {
  await renew(aToken(0, 30 * DAY));
  const before = await stored();
  await expect(renew(aToken(0, 30 * DAY, "root"))).rejects.toThrow(
    "for the user root. The cluster's connection uses millrace",
  );
  await expect(renew(aToken(-2 * DAY, 0))).rejects.toThrow("expired at 31.01.2026 12:00 UTC");
  for (const text of ["<html>", "a.b.c", `e30.${Buffer.from("{}").toString("base64url")}.x`, "SLURM_JWT=e30.e30.x"])
    await expect(renew(text)).rejects.toThrow("This is not a Slurm token");
  expect(await stored()).toEqual(before);
  const other = { token: aToken(0, DAY), ...by, now };
  await expect(renewToken({ ...other, clusterName: "ams2" })).rejects.toThrow("ams2 has no scheduler");
  await expect(renewToken({ ...other, clusterName: "nowhere" })).rejects.toThrow("There is no cluster nowhere");
});

test("refused from somebody who has just lost the right to admit machines (23.4)", async () => {
  const given = { clusterName: "fra1", token: aToken(0, DAY), ...by, now: presentTime() };
  await expect(renewToken({ ...given, userId: operator.userId })).rejects.toThrow(M.notAllowed);
  expect((await stored())?.credentials).toBeNull();
});

test("a worker asks with the new token at once: the beat is made of the stored row", async () => {
  await renew(aToken(0, 30 * DAY));
  const settings = { user: "millrace", partition: "gpu", account: "", qos: "", gpuMap: { a: "a5000" } };
  await db.query(`update engine set settings = $1`, [JSON.stringify(settings)]);
  let begun = 0;
  const clock = { add: () => (begun += 1), remove: async () => {} };
  const beats = new EngineBeats(clock as unknown as ConstructorParameters<typeof EngineBeats>[0]);
  await beats.refresh();
  await beats.refresh();
  expect(begun).toBe(1);
  await renew(aToken(0, 31 * DAY));
  await beats.refresh();
  expect(begun).toBe(2);
});
