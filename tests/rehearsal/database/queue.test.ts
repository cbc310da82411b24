import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { WAITING_MAX } from "~/rehearsal/inside/create-rehearsal.server";
import { cancelRehearsal, deleteRehearsal } from "~/rehearsal/inside/end-rehearsal.server";
import { readRehearsal } from "~/rehearsal/inside/read-rehearsals.server";
import { KEPT_DAYS } from "~/rehearsal/limits";
import { M } from "~/rehearsal/messages";
import { pruneRehearsals } from "~/rehearsal/prune-rehearsals.server";
import { claimRehearsal, endRun, loseRun, PLACES, renewRuns, returnRuns } from "~/rehearsal/run-queue.server";
import { lockWaits } from "../../support/lock-waits";
import { until } from "../../support/until";
import { aNode, aTenant, theCatalogue } from "../../support/world";
import { aRehearsal, later, NOW, resultOf } from "./rehearsals";

let userId = 0;

beforeAll(async () => {
  await theCatalogue();
  await aNode();
  ({ userId } = await aTenant({ role: "operator", dollars: 0 }));
});
beforeEach(async () => {
  await db.query(`delete from rehearsal`);
});

const claim = async (now = NOW) => await claimRehearsal({ holder: randomUUID(), now });
const claimed = async (now = NOW) => (await claim(now)) ?? expect.fail("nothing was claimed");
const shown = async (id: number) => (await readRehearsal({ id, seesMoney: true })) ?? expect.fail("it is gone");
const by = { requestId: "test", now: NOW };

describe("The queue of rehearsals", () => {
  it("lets two run at a time, the oldest first, however many workers ask at once", async () => {
    const ids = [await aRehearsal(userId), await aRehearsal(userId), await aRehearsal(userId)];
    const runs = (await Promise.all(Array.from({ length: 8 }, () => claim()))).flatMap((run) => run ?? []);
    const more = [await claim(), await claim()].flatMap((run) => run ?? []);
    expect([...runs, ...more].map(({ id }) => id).sort()).toEqual(ids.slice(0, PLACES));
    expect(await shown(ids[2] ?? 0)).toMatchObject({ state: "waiting", before: 0 });
    expect(await claim()).toBeNull();
    const [first = expect.fail("none runs")] = runs;
    await endRun(first, await resultOf(first.id), NOW);
    expect(await claim()).toMatchObject({ id: ids[2] });
  });

  it("does not begin a younger one while another worker's claim of the oldest may still fail", async () => {
    const [oldest] = [await aRehearsal(userId), await aRehearsal(userId)];
    const { next } = await transaction(async (tx) => {
      await tx.query(`select from rehearsal where id = $1 for update`, [oldest]);
      const claiming = claim();
      await until("the claim waits", async () => (await lockWaits()) === 1);
      return { next: claiming };
    });
    expect(await next).toMatchObject({ id: oldest });
  });

  it("refuses a rehearsal when twenty wait", async () => {
    for (let made = 0; made < WAITING_MAX; made += 1) await aRehearsal(userId);
    await expect(aRehearsal(userId)).rejects.toThrow(M.tooManyRehearsals({ most: WAITING_MAX }));
    await claim();
    await expect(aRehearsal(userId)).resolves.toBeGreaterThan(0);
  });

  it("begins a rehearsal again once when its worker is silent, then says that it was stopped", async () => {
    const id = await aRehearsal(userId);
    const first = await claimed();
    expect(await renewRuns([{ ...first, progress: 0.4 }], later(5))).toEqual([first.holder]);
    expect(await shown(id)).toMatchObject({ state: "running", progress: 0.4 });
    expect(await claim(later(14))).toBeNull();
    const second = await claimed(later(16));
    expect(second.id).toBe(id);
    // The first worker wakes up: its run is over, and its outcome is not stored.
    expect(await renewRuns([{ ...first, progress: 0.9 }], later(17))).toEqual([]);
    await endRun(first, await resultOf(id), later(17));
    expect(await shown(id)).toMatchObject({ state: "running", progress: 0, result: null });
    expect(await claim(later(30))).toBeNull();
    expect(await shown(id)).toMatchObject({ state: "failed", faults: [M.rehearsalStopped], result: null });
  });

  it("counts a lost thread like a silent worker", async () => {
    const id = await aRehearsal(userId);
    await loseRun(await claimed(), NOW);
    expect(await shown(id)).toMatchObject({ state: "waiting" });
    await loseRun(await claimed(), NOW);
    expect(await shown(id)).toMatchObject({ state: "failed", faults: [M.rehearsalStopped] });
  });

  it("puts a run back when its worker stops, however often", async () => {
    const id = await aRehearsal(userId);
    for (let stop = 0; stop < 4; stop += 1) await returnRuns([await claimed()]);
    expect(await shown(id)).toMatchObject({ state: "waiting", progress: 0 });
    const run = await claimed();
    await endRun(run, await resultOf(id), NOW);
    expect(await shown(id)).toMatchObject({ state: "done", progress: 1 });
  });

  it("ends a run that is cancelled or deleted, and stores nothing of it", async () => {
    const [cancelled, deleted] = [await aRehearsal(userId), await aRehearsal(userId)];
    const runs = [await claimed(), await claimed()];
    await cancelRehearsal({ id: cancelled, userId, ...by });
    await deleteRehearsal({ id: deleted, userId, ...by });
    expect(
      await renewRuns(
        runs.map((run) => ({ ...run, progress: 0.5 })),
        NOW,
      ),
    ).toEqual([]);
    for (const run of runs) await endRun(run, { faults: ["too late"] }, NOW);
    expect(await shown(cancelled)).toMatchObject({ state: "cancelled", faults: [], result: null });
    expect(await readRehearsal({ id: deleted, seesMoney: true })).toBeNull();
    await expect(cancelRehearsal({ id: cancelled, userId, ...by })).rejects.toThrow(M.rehearsalEnded);
    const acts = await db.query(
      `select action, target from audit_row where action like 'rehearsal.%' and target = any($1) order by id`,
      [[`rehearsal:${cancelled}`, `rehearsal:${deleted}`]],
    );
    expect(acts).toEqual([
      { action: "rehearsal.new", target: `rehearsal:${cancelled}` },
      { action: "rehearsal.new", target: `rehearsal:${deleted}` },
      { action: "rehearsal.cancel", target: `rehearsal:${cancelled}` },
      { action: "rehearsal.delete", target: `rehearsal:${deleted}` },
    ]);
  });

  it("keeps an ended rehearsal for 90 days, and a waiting one for as long as it waits", async () => {
    const [ended, waiting] = [await aRehearsal(userId), await aRehearsal(userId)];
    await cancelRehearsal({ id: ended, userId, ...by });
    await pruneRehearsals({ now: later(KEPT_DAYS * 86_400) });
    expect(await shown(ended)).toMatchObject({ state: "cancelled" });
    await pruneRehearsals({ now: later(KEPT_DAYS * 86_400 + 1) });
    expect(await readRehearsal({ id: ended, seesMoney: true })).toBeNull();
    expect(await shown(waiting)).toMatchObject({ state: "waiting" });
  });
});

describe("A rehearsal of a file", () => {
  it("says what two more nodes would have done, with one hash for equal inputs", async () => {
    const ids = [await aRehearsal(userId), await aRehearsal(userId)];
    const [one, other] = [await resultOf(ids[0] ?? 0), await resultOf(ids[1] ?? 0)];
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(other.hash).toBe(one.hash);
    const [before, after] = one.result.variants;
    // On one node they run one after the other: they wait 0, 1 and 2 hours.
    expect(before?.all).toMatchObject({ tasks: 4, started: 4, meanS: 2700 });
    expect(after?.all).toMatchObject({ started: 4, meanS: 0 });
    expect(one.result.sentences[0]).toMatch(/^Two more nodes of 8 would have cut the mean wait/);
    expect(one.result.truth).toBeNull();
  });
});
