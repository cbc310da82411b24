import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Engine, type EngineCall, EngineError } from "../../../../worker/agent/container/engine";
import { PulledImages } from "../../../../worker/agent/container/pulled-images";

const HOUR_MS = 3_600_000;

let dir: string;
/** As many images leave room on the disk. */
let fits: number;
/** Names of the images on the node, by id; those of containers; those that the engine cannot remove. */
let images: Map<string, string[]>;
let inUse: string[];
let stuck: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  dir = mkdtempSync(join(tmpdir(), "millrace-pulled-"));
  fits = 0;
  images = new Map([..."abc"].map((id) => [id, [`${id}:1`, `${id}:latest`]]));
  [inUse, stuck] = [[], []];
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true });
});

const engine = {
  call: async ({ method, path }: EngineCall) => {
    if (path === "/containers/json") return inUse.map((id) => ({ ImageID: `sha256:${id}` }));
    const name = path.replace(/^\/images\/(sha256:)?|\/json$/g, "");
    const id = [...images].find(([one, names]) => one === name || names.includes(name))?.[0];
    const names = images.get(id ?? "");
    if (!id || !names) throw new EngineError(404, "no such image");
    if (method === "GET") return { RepoTags: names };
    if (stuck.includes(id)) throw new EngineError(500, "device or resource busy");
    // As Docker: an image with several names is not removed by its id, and goes with its last name.
    if (name === id && names.length > 1) throw new EngineError(409, "image has several names");
    const left = names.filter((one) => one !== name);
    if (left.length === 0 || name === id) images.delete(id);
    else images.set(id, left);
    return {};
  },
} as unknown as Engine;
/** As after a restart of the agent: what it knows is in its file. */
const pulled = () =>
  new PulledImages({ engine, file: join(dir, "pulled.json"), storageDir: "/", isShort: () => images.size > fits });
const there = () => [...images.keys()].join("");
const pullAll = (ids: string) => {
  for (const id of ids) {
    pulled().use(`sha256:${id}`, { pulled: true });
    vi.setSystemTime(Date.now() + HOUR_MS);
  }
};

it("removes pulled images that no task has used, the longest unused first, until there is room", async () => {
  pullAll("cab");
  fits = 2;
  await pulled().makeRoom();
  expect(there()).toBe("ab");
  fits = 1;
  await pulled().makeRoom();
  expect(there()).toBe("b");
});

it("removes images that were pulled while the clock was ahead", async () => {
  const nowMs = Date.now();
  vi.setSystemTime(nowMs + 365 * 24 * HOUR_MS);
  pullAll("ab");
  vi.setSystemTime(nowMs);
  await pulled().makeRoom();
  expect(there()).toBe("c");
});

it("removes nothing while there is room", async () => {
  pullAll("abc");
  fits = 3;
  await pulled().makeRoom();
  expect(there()).toBe("abc");
});

it("keeps an image of a container, one just used for a start, and one that it has not pulled", async () => {
  pullAll("ab");
  pulled().use("c", { pulled: false });
  inUse = ["a"];
  pulled().use("b", { pulled: false });
  await pulled().makeRoom();
  expect(there()).toBe("abc");
  inUse = [];
  await pulled().makeRoom();
  expect(there(), "the container has just ended").toBe("abc");
  vi.setSystemTime(Date.now() + HOUR_MS);
  await pulled().makeRoom();
  expect(there()).toBe("c");
});

it("goes on after an image that cannot be removed, and tries it again", async () => {
  pullAll("abc");
  stuck = ["a"];
  await pulled().makeRoom();
  expect(there()).toBe("a");
  stuck = [];
  await pulled().makeRoom();
  expect(there()).toBe("");
});
