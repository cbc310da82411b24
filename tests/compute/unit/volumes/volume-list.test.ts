import { expect, test } from "vitest";
import { volumesAsText, volumesIn, volumesInWords } from "~/compute/inside/volumes/volume-list";

const TWO = [
  { name: "data", path: "/data", read_only: false },
  { name: "papers", path: "/old/papers", read_only: true },
];

test("volumes of a task are one text, which can be parsed again", () => {
  expect(volumesAsText(TWO)).toBe("data:/data,papers:/old/papers:ro");
  expect(volumesIn(volumesAsText(TWO))).toEqual(TWO);
  expect(volumesIn("")).toEqual([]);
});

test.each(["data", "data:", "data:data", ":/data", "data:/data:rw", "data:/data,", "a:/a:ro:ro", ","])(
  "%j is not a list of volumes",
  (text) => {
    expect(volumesIn(text)).toBeNull();
  },
);

test("in words", () => {
  expect(volumesInWords(volumesAsText(TWO))).toBe("data at /data, papers at /old/papers (read only)");
});
