import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { reasonOf } from "../../../../worker/agent/log";

test("the reason of a failed start names no folder of its machine", () => {
  const failed = () => {
    try {
      mkdirSync(tmpdir());
    } catch (error) {
      return reasonOf(error);
    }
    return "";
  };
  expect(failed()).toBe("its node could not do what the start needs (EEXIST)");
  expect(reasonOf(new Error("the image is not there"))).toBe("the image is not there");
});
