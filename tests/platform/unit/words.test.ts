import { expect, test } from "vitest";
import { prose } from "../../support/citations";
import { sourceFiles } from "../../support/source";

/** They stand where a noun should: name the thing instead. "such as" is a comparison and stays. */
const LISTED = /\b(whoever|of what|so many|anew|beside|none of|apart|at all|such(?! as\b))\b/i;

test("no comment says whoever, of what, so many, anew, beside, none of, apart, such or at all", () => {
  const wrong = sourceFiles()
    .filter((file) => !file.startsWith("tests/"))
    .flatMap((file) =>
      prose(file).flatMap((line) => {
        const [word] = LISTED.exec(line) ?? [];
        return word ? [`${file}: ${word}: ${line.slice(0, 140)}`] : [];
      }),
    );
  expect(wrong).toEqual([]);
});
