import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { Containers } from "../../../../worker/agent/container/containers";
import { type Engine, type EngineCall, EngineError } from "../../../../worker/agent/container/engine";
import { stopContainer } from "../../../../worker/agent/container/end-container";
import { LABEL } from "../../../../worker/agent/container/spec";
import type { ContainerParts } from "../../../../worker/agent/container/start-container";
import { type Seen, Watch } from "../../../../worker/agent/container/watch";

const DIR = mkdtempSync(join(tmpdir(), "node-"));

/** An engine with one container for each listing so far. It answers lists when the test allows it. */
class SlowEngine {
  readonly unanswered: (() => void)[] = [];
  most = 0;
  #lists = 0;

  async call({ path }: EngineCall): Promise<unknown> {
    if (path !== "/containers/json")
      return { State: { Running: true, Pid: process.pid, ExitCode: 0, OOMKilled: false } };
    const count = (this.#lists += 1);
    await new Promise<void>((resolve) => {
      this.unanswered.push(resolve);
      this.most = Math.max(this.most, this.unanswered.length);
    });
    return Array.from({ length: count }, (_, at) => ({
      Id: `c${at}`,
      State: "running",
      Labels: { [LABEL.dir]: DIR, [LABEL.placement]: `p${at}`, [LABEL.gpus]: "0", [LABEL.port]: "1" },
    }));
  }
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  "listings never overlap: asked again %i turns after an answer",
  async (turns) => {
    const engine = new SlowEngine();
    const watch = new Watch(engine as unknown as Engine);
    const asked = [watch.refresh(), watch.refresh()];
    await new Promise(setImmediate);
    engine.unanswered.pop()?.();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    asked.push(watch.refresh());
    const all = Promise.all(asked).then(() => true);
    const done = async () => await Promise.race([all, new Promise<false>((resolve) => setImmediate(resolve, false))]);
    // The newest first: an older list must not come after it.
    while (!(await done())) engine.unanswered.pop()?.();
    expect(engine.most).toBe(1);
    expect(watch.of(DIR).size).toBeGreaterThanOrEqual(2);
  },
);

describe("A container that the engine lists and cannot show", () => {
  const answers: { state: string; shows: number | EngineError } = { state: "running", shows: 1 };
  const engine = {
    call: async ({ path }: EngineCall): Promise<unknown> => {
      const { state, shows } = answers;
      if (path === "/containers/json")
        return [{ Id: "c0", State: state, Labels: { [LABEL.dir]: DIR, [LABEL.placement]: "p0", [LABEL.gpus]: "0,1" } }];
      if (shows instanceof EngineError) throw shows;
      return { State: { Running: state === "running", Pid: process.pid, ExitCode: 7, OOMKilled: false } };
    },
  } as unknown as Engine;
  const failure = new EngineError(500, "database is locked");
  const seenOf = async (watch: Watch, given: typeof answers) => {
    Object.assign(answers, given);
    await watch.refresh();
    return watch.of(DIR).get("p0");
  };

  test("runs if the list says so, to an agent that has just begun, and is read when it can be", async () => {
    const watch = new Watch(engine);
    expect(await seenOf(watch, { state: "running", shows: failure })).toMatchObject({ running: true, gpus: [0, 1] });
    expect(await seenOf(watch, { state: "running", shows: 1 })).toMatchObject({ running: true, pid: process.pid });
  });
  test("runs if it was seen before it began", async () => {
    const watch = new Watch(engine);
    expect(await seenOf(watch, { state: "created", shows: 1 })).toMatchObject({ running: false });
    expect(await seenOf(watch, { state: "running", shows: failure })).toMatchObject({ running: true });
  });
  test("has its exit code read later", async () => {
    const watch = new Watch(engine);
    expect(await seenOf(watch, { state: "exited", shows: failure })).toMatchObject({ running: false, exitCode: null });
    expect(await seenOf(watch, { state: "exited", shows: 1 })).toMatchObject({ running: false, exitCode: 7 });
  });
  test("is gone if it was removed in between", async () => {
    const watch = new Watch(engine);
    await seenOf(watch, { state: "running", shows: 1 });
    expect(await seenOf(watch, { state: "exited", shows: new EngineError(404, "no such container") })).toBeUndefined();
  });
  test("holds its GPUs until the engine has stopped it: without its first process nobody else can", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const watch = new Watch(engine);
    const seen = await seenOf(watch, { state: "running", shows: failure });
    const containers = new Containers(DIR, { watch } as unknown as ContainerParts);
    expect(containers.alive()).toEqual(new Set(["p0"]));
    const failing = { call: () => Promise.reject(failure) } as unknown as Engine;
    const stopped = expect(stopContainer(failing, seen as Seen)).rejects.toThrow("database is locked");
    await vi.runAllTimersAsync();
    await stopped;
    vi.useRealTimers();
  });
});
