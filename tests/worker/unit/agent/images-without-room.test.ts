import { expect, test } from "vitest";
import { ImagesWithoutRoom } from "../../../../worker/agent/container/images-without-room";

const GB = 1e9;

test("an image that found no room has none until there is more than it found, and no other is affected", () => {
  let free = 10 * GB;
  const full = new ImagesWithoutRoom("/storage", () => free);
  const pull = full.try("large:1");
  free = 0;
  pull.hadNoRoom();
  full.try("small:1").worked();
  // The space that the engine gave back is no more than there was before.
  free = 10 * GB;
  expect(full.names()).toEqual(["large:1"]);
  expect(full.conditions()).toMatchObject([
    { name: "image-no-room", severity: "warning", text: "10.0 GB are free in /storage, too few to pull large:1" },
  ]);
  free = 20 * GB;
  expect(full.names()).toEqual([]);
  expect(full.conditions()).toEqual([]);
});

test("after an hour it is retried, and a success removes it", () => {
  const full = new ImagesWithoutRoom("/storage", () => 10 * GB);
  full.try("large:1", 0).hadNoRoom();
  expect(full.names(3_600_000)).toEqual(["large:1"]);
  expect(full.names(3_600_001)).toEqual([]);
  full.try("large:1", 0).hadNoRoom();
  full.try("large:1", 0).worked();
  expect(full.names(1)).toEqual([]);
});
