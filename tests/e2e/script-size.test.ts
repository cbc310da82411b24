import { expect, inject, test } from "vitest";
import { scriptBytes, sentBy } from "../support/script-bytes";

const KB = 1024;
const LIMIT = 130 * KB;

test("A page of a customer or a visitor has at most 130 KB of script", async () => {
  const pages = [...(await scriptBytes(sentBy(inject("origin"))))].filter(([id]) =>
    /^routes\/(public|customer)\/.*\/route$/.test(id),
  );
  expect(pages.length).toBeGreaterThan(50);
  const wrong = pages.filter(([, bytes]) => bytes > LIMIT).map(([id, bytes]) => `${id}: ${(bytes / KB).toFixed(1)} KB`);
  expect(wrong).toEqual([]);
});
