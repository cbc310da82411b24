import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { deleteTask } from "~/compute/delete-task.server";
import { EngineFollower } from "~/compute/engine-follower.server";
import { scheduleAll } from "~/compute/schedule.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { presentTime, takeTime } from "~/platform/time.server";
import { enqueue, now as beginning } from "../../../compute/database/capacity/reserving";
import type { FakeScheduler } from "../../../support/fake-scheduler";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine, heldWithoutPlacement, placedTwice, unlessRefused } from "./engine-world";
import { SavedState } from "./saved-state";
import { SimPilot } from "./sim-pilot";

const saved = new SavedState(env.DATABASE_URL);
const STEP_S = 10;
/** Of a lost task (B9). */
const REFUNDED_S = 900;

let tenant: TenantInWorld;
/** Seconds since the beginning; it never goes back, so that histories do not touch each other. */
let second = 0;
const time = () => new Date(beginning.getTime() + second * 1000);

beforeAll(async () => {
  await theCatalogue();
  tenant = await aTenant({ dollars: 100_000 });
});

const act = fc.constantFrom(
  ...(["start", "start", "start", "requeue", "cancel", "kill", "node lost", "forget", "age", "delete"] as const),
  ...(["submit lost", "submit twice", "empty list", "partial list", "away", "back", "new worker"] as const),
  ...(["pilot dies", "pilot cut", "pilot back", "money ends", "money", "save", "restore"] as const),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;
const moment = fc.record({
  acts: fc.array(act, { maxLength: 3 }),
  pick: fc.nat(30),
  steps: fc.constantFrom(1, 1, 3, 13),
});

/** One task, one engine, and everything that the engine ever started. */
class World {
  readonly scheduler: FakeScheduler;
  readonly #engineId: number;
  readonly #resvGuid: string;
  readonly #pilots: SimPilot[] = [];
  #follower: EngineFollower;

  private constructor(engine: { scheduler: FakeScheduler; engineId: number }, resvGuid: string) {
    this.scheduler = engine.scheduler;
    this.#engineId = engine.engineId;
    this.#resvGuid = resvGuid;
    this.#follower = new EngineFollower(this.scheduler, this.#engineId, presentTime);
  }

  static async begin(gang: boolean): Promise<World> {
    const engine = await anEngine();
    const { resv_guid } = await enqueue(tenant, { gpu_min: gang ? 16 : 2 }, { now: time() });
    await saved.save(time());
    return new World(engine, resv_guid);
  }

  async act(one: Act, pick: number): Promise<void> {
    const { scheduler } = this;
    const running = scheduler.running[pick % Math.max(1, scheduler.running.length)];
    const pilot = this.#pilots[pick % Math.max(1, this.#pilots.length)];
    const does: Record<Act, () => unknown> = {
      start: () => {
        const [job] = scheduler.waiting;
        if (job) this.#pilots.push(...scheduler.startJob(job).map((started) => new SimPilot(started)));
      },
      requeue: async () => {
        if (!running) return;
        await this.#terminate(running);
        this.#pilots.push(...scheduler.startJob(running).map((started) => new SimPilot(started)));
      },
      cancel: async () => running && [scheduler.endJob(running, "cancelled", "root"), await this.#terminate(running)],
      kill: () => running && [scheduler.endJob(running, "failed"), this.#of(running).forEach((one) => one.end())],
      "node lost": () => running && scheduler.endJob(running, "node-lost"),
      forget: () => running && scheduler.forget(running),
      age: () => scheduler.age(),
      delete: () => this.delete(),
      "submit lost": () => scheduler.fail("submit lost"),
      "submit twice": () => scheduler.fail("submit twice"),
      "empty list": () => scheduler.fail("empty list"),
      "partial list": () => scheduler.fail("partial list"),
      away: () => (scheduler.away = true),
      back: () => (scheduler.away = false),
      "new worker": () => (this.#follower = new EngineFollower(scheduler, this.#engineId, presentTime)),
      "pilot dies": () => pilot?.end(),
      "pilot cut": () => pilot?.state === "reaching" && (pilot.state = "cut"),
      "pilot back": () => pilot?.state === "cut" && (pilot.state = "reaching"),
      "money ends": () => setPrice(1_000_000),
      money: () => setPrice(95),
      save: () => saved.save(time()),
      restore: async () => {
        await saved.restore(time());
        this.#follower = new EngineFollower(scheduler, this.#engineId, presentTime);
      },
    };
    await does[one]();
  }

  async delete(): Promise<void> {
    await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid: this.#resvGuid, now: time() }).catch(
      unlessRefused,
    );
  }

  /** Ten seconds of everything that runs by itself. */
  async step(): Promise<void> {
    const end = second + STEP_S;
    for (; second < end; second += 2) await beatReceiving({ worker: "test", now: time() });
    takeTime(time().getTime());
    await scheduleAll({ now: time() });
    await this.#follower.turn();
    for (const pilot of this.#pilots) await pilot.step(time());
    this.#reap();
    await advanceTasks({ now: time() });
    await checkHealth({ now: time() });
    await chargeRunning({ now: time() });
    expect(await placedTwice()).toBe(0);
    expect(await heldWithoutPlacement()).toBe(0);
  }

  /** Nothing goes wrong any more, and the task is deleted: in the end there is nothing left, here or there. */
  async settle(): Promise<void> {
    this.scheduler.away = false;
    await setPrice(95);
    await this.delete();
    for (let minutes = 0; minutes < 90 && !(await this.isOver()); minutes += 1) {
      // What the controller forgot, it finds on its nodes after a while, and ends.
      if (minutes === 4) for (const job of this.scheduler.running) if (!job.listed) this.#end(job);
      await this.step();
      // An agent that nobody knows any more ends with its lease.
      second += minutes < 75 ? 50 : 0;
    }
  }

  async isOver(): Promise<boolean> {
    const [row] = await db.query<{ open: number }>(
      `select (select count(*) from engine_place where state <> 'ended' and engine_id = $1)::int
         + (select count(*) from held_gpu)::int + (select count(*) from node where retired_at is null)::int
         + (select count(*) from task where finished_at is null)::int as open`,
      [this.#engineId],
    );
    return row?.open === 0 && this.scheduler.running.length === 0;
  }

  /** Seconds charged and not refunded, and seconds of which an agent reported that the task ran. */
  async seconds(): Promise<{ charged: number; twice: number; observed: number; spans: number }> {
    const [row] = await db.query<{ charged: number; twice: number; state: string }>(
      `select coalesce(sum(extract(epoch from to_ts - from_ts)), 0)::int as charged, (
         select count(*) from task_charge a join task_charge b using (resv_guid)
         where a.resv_guid = $1 and a.from_ts < b.from_ts and b.from_ts < a.to_ts)::int as twice,
         (select state from task where resv_guid = $1)
       from task_charge where resv_guid = $1`,
      [this.#resvGuid],
    );
    const spans = this.#pilots.filter(({ started }) => started.rank === 0).flatMap(({ observed }) => observed);
    const observed = spans.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / 1000, 0);
    const { charged = -1, twice = -1, state = "" } = row ?? {};
    // What was charged ahead of the last report is within the refund of a lost task.
    const refunded = state === "lost" ? REFUNDED_S : 0;
    return { charged: charged - refunded, twice, observed, spans: spans.length };
  }

  /** A job ends once its agents have left; one that is cancelled takes them with it. */
  #reap(): void {
    for (const job of this.scheduler.running)
      if (this.#of(job).every(({ state }) => state === "gone") && this.#of(job).length > 0)
        this.scheduler.endJob(job, "done");
    for (const pilot of this.#pilots) {
      if (pilot.isStray && !this.scheduler.running.some(({ place }) => place.ref.externalId === pilot.started.job))
        pilot.end();
      const isRunning = this.scheduler.running.some(({ place }) => place.ref.externalId === pilot.started.job);
      if (!isRunning && this.scheduler.cancelled.includes(`mr-${this.#resvGuid}-1`) && pilot.state === "cut")
        pilot.end();
    }
  }

  #of(job: FakeScheduler["running"][number]): SimPilot[] {
    return this.#pilots.filter(
      ({ started }) => started.job === job.place.ref.externalId && started.token === job.ask.token,
    );
  }

  async #terminate(job: FakeScheduler["running"][number]): Promise<void> {
    for (const pilot of this.#of(job)) await pilot.terminate(time());
  }

  #end(job: FakeScheduler["running"][number]): void {
    this.scheduler.endJob(job, "cancelled");
    for (const pilot of this.#of(job)) pilot.end();
  }
}

async function setPrice(cents: number): Promise<void> {
  await db.query(`update price set pph_cents = $1 where gpu_type = 'a5000'`, [cents]);
  await db.query(`update task set accepted_gpu_pph = $1 where finished_at is null`, [cents]);
}

test("whatever an engine does: no attempt is placed twice, no second is charged twice or unobserved, and in the end nothing is left", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(moment, { minLength: 4, maxLength: 12 }),
      fc.boolean(),
      fc.nat(3),
      async (moments, gang, early) => {
        const world = await World.begin(gang);
        await world.step();
        if (early > 0) await world.act("start", 0);
        for (const { acts, pick, steps } of moments) {
          for (const one of acts) await world.act(one, pick);
          for (let step = 0; step < steps; step += 1) await world.step();
        }
        await world.settle();
        expect(await world.isOver()).toBe(true);
        const { charged, twice, observed, spans } = await world.seconds();
        expect(twice).toBe(0);
        expect(charged).toBeLessThanOrEqual(observed + spans);
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
});
