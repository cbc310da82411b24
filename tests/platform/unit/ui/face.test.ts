import { readdirSync, readFileSync } from "node:fs";
import { format } from "oxfmt";
import { expect, test } from "vitest";
import { drawnFile } from "~/platform/ui/icons/draw.mjs";

test("the icons are those of the set, as `npm run icons` writes them", async () => {
  const file = "app/platform/ui/icons/drawn.ts";
  const { code } = await format(file, await drawnFile(), { printWidth: 120 });
  expect(readFileSync(file, "utf8")).toBe(code);
});

test("the typeface weighs 40 KB at most, in both its parts", () => {
  const bytes = ["latin", "latin-ext"].map(
    (part) => readFileSync(`app/platform/styles/typeface/instrument-sans-${part}.woff2`).length,
  );
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(40 * 1024);
});

test("a picture of the landing page weighs 60 KB at most", () => {
  const folder = "app/site/screens/home/pictures";
  const heavy = readdirSync(folder).filter((name) => readFileSync(`${folder}/${name}`).length > 60 * 1024);
  expect(heavy).toEqual([]);
});
