import { expect, test } from "vitest";
import { idOf, M, type MessageName } from "~/messages";
import { MODULES, text } from "../../support/source";

test("each id and each name belongs to one message of one module", () => {
  const declared = MODULES.flatMap((module) => [
    ...text(`app/${module}/messages.ts`).matchAll(/^ {2}(M\d+): \{\s*([a-zA-Z]+)\s*[:(]/gm),
  ]).map(([, id = "", name = ""]) => [name, id]);
  expect(declared.length).toBeGreaterThan(200);
  expect(new Set(declared.map(([, id]) => id)).size).toBe(declared.length);
  expect(declared.map(([name]) => name).toSorted()).toEqual(Object.keys(M).toSorted());
  for (const [name, id] of declared) expect(idOf(name as MessageName)).toBe(id);
});
