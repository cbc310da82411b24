import { expect, test } from "vitest";
import type { Engine } from "../../../../worker/agent/container/engine";
import { Images } from "../../../../worker/agent/container/images";
import type { Dialect } from "../../../../worker/agent/container/dialect";

test("a list of images that comes after a later one does not count", async () => {
  const answers: ((listed: unknown[]) => void)[] = [];
  const engine = {
    call: ({ path }: { path: string }) =>
      path === "/images/json" ? new Promise((resolve) => answers.push(resolve)) : Promise.resolve({ Id: "sha256:1" }),
  } as unknown as Engine;
  const images = new Images(engine, {} as Dialect, "/");
  const begun = [images.begin(), images.begin()];
  answers[1]?.([{ Created: 1, RepoTags: ["ubuntu:22.04"] }]);
  answers[0]?.([]);
  await Promise.all(begun);
  expect(images.names()).toEqual(["docker.io/library/ubuntu:22.04"]);
});
