import { expect, test } from "vitest";
import type { Engine, EngineCall } from "../../../../worker/agent/container/engine";
import { LABEL } from "../../../../worker/agent/container/spec";
import { Watch } from "../../../../worker/agent/container/watch";

const DIR = "/node";

/** An engine with one container for each listing so far. Its lists are answered when the test says so. */
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
