import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { type Engine, EngineError } from "../../../../worker/agent/container/engine";
import { Images } from "../../../../worker/agent/container/images";
import { ImagesWithoutRoom } from "../../../../worker/agent/container/images-without-room";
import { PulledImages } from "../../../../worker/agent/container/pulled-images";
import type { Dialect } from "../../../../worker/agent/container/dialect";

const of = (engine: Engine, free?: () => number) => ({
  pulled: new PulledImages({ engine, file: "/nowhere/pulled-images.json", storageDir: "/" }),
  noRoom: new ImagesWithoutRoom("/", free),
});

test("a list of images that comes after a later one does not count", async () => {
  const answers: ((listed: unknown[]) => void)[] = [];
  const engine = {
    call: ({ path }: { path: string }) =>
      path === "/images/json" ? new Promise((resolve) => answers.push(resolve)) : Promise.resolve({ Id: "sha256:1" }),
  } as unknown as Engine;
  const images = new Images({ engine, dialect: {} as Dialect, ...of(engine) });
  const begun = [images.begin(), images.begin()];
  answers[1]?.([{ Id: "sha256:1", Created: 1, RepoTags: ["ubuntu:22.04"] }]);
  answers[0]?.([]);
  await Promise.all(begun);
  expect(images.names()).toEqual(["docker.io/library/ubuntu:22.04"]);
});

afterEach(() => vi.useRealTimers());

test("a pull that leaves no tenth of the free room to others ends, and counts as one without room", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const engine = { call: () => Promise.reject(new EngineError(404, "no such image")) } as unknown as Engine;
  const answer = new PassThrough();
  const pull = async (_: Engine, __: string, ___: unknown, signal: AbortSignal) => {
    signal.addEventListener("abort", () => answer.destroy(new Error("aborted")));
    return answer;
  };
  let free = 100;
  const images = new Images({ engine, dialect: { pull } as unknown as Dialect, ...of(engine, () => free) });
  const task = { image_ref: "ghcr.io/acme/endless:1", tenant_image: "", image_own: true };
  const pulled = images.ensure(task, () => {}, new AbortController().signal);
  const refused = expect(pulled).rejects.toThrow(/could not be pulled: the node's disk has no room for it/);
  await vi.advanceTimersByTimeAsync(1_000);
  free = 9;
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  expect(images.withoutRoom()).toEqual(["ghcr.io/acme/endless:1"]);
});

test.each([
  ["that was here under another name stays its operator's", ["op"], false],
  ["that was not here is the agent's to remove", [], true],
])("an image %s", async (_, ids, pulled) => {
  const here = new Set<string>();
  const engine = {
    call: async ({ path }: { path: string }) => {
      if (path === "/images/json") return ids.map((Id) => ({ Id, Created: 1 }));
      if (here.size === 0) throw new EngineError(404, "no such image");
      return { Id: "sha256:op" };
    },
  } as unknown as Engine;
  const pull = async (_engine: Engine, name: string) => new PassThrough().end(void here.add(name));
  const given = of(engine, () => 1e12);
  const use = vi.spyOn(given.pulled, "use");
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const images = new Images({ engine, dialect: { pull } as unknown as Dialect, ...given });
  await images.begin();
  const task = { image_ref: "ghcr.io/acme/torch:2", tenant_image: "", image_own: true };
  await images.ensure(task, () => {}, new AbortController().signal);
  expect(use.mock.calls).toEqual([["sha256:op", { pulled }]]);
});
