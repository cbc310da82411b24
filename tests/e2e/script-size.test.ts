import { expect, inject, test } from "vitest";
import { screens } from "~/routes.js";
import { scriptBytes, sentBy } from "../support/script-bytes";

const KB = 1024;
const LIMIT = 130 * KB;

test("A page of a customer or a visitor has at most 130 KB of script", async () => {
  const ofCustomers = new Set(screens.filter(({ audience }) => audience !== "operator").map(({ file }) => file));
  const pages = [...(await scriptBytes(sentBy(inject("origin"))))].filter(([id]) => ofCustomers.has(`${id}.tsx`));
  expect(pages.length).toBeGreaterThan(50);
  const wrong = pages.filter(([, bytes]) => bytes > LIMIT).map(([id, bytes]) => `${id}: ${(bytes / KB).toFixed(3)} KB`);
  expect(wrong).toEqual([]);
});
