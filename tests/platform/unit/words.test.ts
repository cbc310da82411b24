import { expect, test } from "vitest";
import { prose } from "../../support/citations";
import { sourceFiles } from "../../support/source";

/** Words used in place of a noun: name the thing instead. "such as" is a comparison and stays. */
const LISTED = /\b(whoever|of what|so many|anew|beside|none of|apart|at all|such(?! as\b))\b/i;

/** A docstring starts with its subject or a verb: "Checks whether", "Number of", "True if", "Reads". */
const OPENING = /^\/\*\* (What|Of|The same|Whether|How|Who|Whose|Says|Tells|It)\b/;

const ours = () => sourceFiles().filter((file) => !file.startsWith("tests/"));

test("no comment says whoever, of what, so many, anew, beside, none of, apart, such or at all", () => {
  const wrong = ours().flatMap((file) =>
    prose(file).flatMap((line) => {
      const [word] = LISTED.exec(line) ?? [];
      return word ? [`${file}: ${word}: ${line.slice(0, 140)}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test("no docstring begins with What, Of, The same, Whether, How, Who, Whose, Says, Tells or It", () => {
  const wrong = ours().flatMap((file) =>
    prose(file).flatMap((line) => (OPENING.test(line) ? [`${file}: ${line}`] : [])),
  );
  expect(wrong).toEqual([]);
});
