import { expect, test } from "vitest";
import {
  anchors,
  brokenCitationsIn,
  citationsIn,
  citingFiles,
  exists,
  linksOf,
  pages,
  pagesBelow,
  pathsIn,
  prose,
  textOf,
} from "../../support/citations";

// This file and its neighbour describe the form of citations, so they contain examples of wrong ones.
const files = citingFiles().filter((file) => !/\/citations(\.test)?\.ts$/.test(file));

test("every cited rule is in a module's README", () => {
  const known = new Set(anchors().map(({ id }) => id));
  const unknown = files.flatMap((file) =>
    prose(file)
      .flatMap(citationsIn)
      .filter((id) => !known.has(id.toLowerCase()))
      .map((id) => `${file} cites (${id})`),
  );
  expect(unknown).toEqual([]);
});

test("a rule is on one page, once", () => {
  const ids = anchors().map(({ id, page }) => `${id} on ${page}`);
  const twice = anchors().filter(({ id }, at, all) => all.findIndex((one) => one.id === id) !== at);
  expect(ids.length).toBeGreaterThan(50);
  expect(twice).toEqual([]);
});

test("a rule is cited by ids in parentheses and nothing else in them", () => {
  // A migration that ran somewhere is never edited, so its comments may be older than this form.
  const editable = files.filter((file) => !file.endsWith(".sql"));
  const broken = editable.flatMap((file) =>
    prose(file)
      .flatMap(brokenCitationsIn)
      .map((found) => `${file}: ${found}`),
  );
  expect(broken).toEqual([]);
});

test.each([
  ["as it is (B5).", ["B5"]],
  ["(S11, 6.2, M27, decision 0014)", ["S11", "6.2"]],
  ["the load (0.5 of it), f(0.25), (65)", []],
])("citations are found in %j", (line, ids) => {
  expect(citationsIn(line)).toEqual(ids);
  expect(brokenCitationsIn(line)).toEqual([]);
});

test.each(["S11: word for word", "(B9 and more)", "(0.6, same-origin proof)", "(0.3–0.9)", "of A39"])(
  "%j is not how a rule is cited",
  (line) => {
    expect(brokenCitationsIn(line)).not.toEqual([]);
  },
);

test("every cited decision exists", () => {
  const numbers = new Set(pagesBelow("docs/decisions").map((page) => page.slice(15, 19)));
  const texts = [
    ...files.flatMap((file) => prose(file).map((line) => ({ file, line }))),
    ...["CHANGELOG.md", ...pages()].map((file) => ({ file, line: textOf(file) })),
  ];
  const missing = texts.flatMap(({ file, line }) =>
    [...line.matchAll(/\bdecisions?\s+(\d{4}(?:(?:,\s+|\s+and\s+)\d{4})*)/gi)]
      .flatMap(([, list = ""]) => list.match(/\d{4}/g) ?? [])
      .filter((number) => !numbers.has(number))
      .map((number) => `${file} cites decision ${number}`),
  );
  expect(missing).toEqual([]);
});

test("the index of decisions lists each of them", () => {
  const named = linksOf("docs/decisions/README.md").map(({ path }) => path);
  const pages = pagesBelow("docs/decisions").filter((page) => !page.endsWith("README.md"));
  expect(named.filter((path) => path.startsWith("docs/decisions/")).sort()).toEqual(pages.sort());
});

test("a link between pages leads somewhere", () => {
  const rules = new Set(anchors().map(({ id, page }) => `${page}#${id}`));
  const broken = pages().flatMap((page) =>
    linksOf(page)
      .filter(
        ({ path, anchor }) =>
          !exists(path) || (anchor && /^app\/[a-z]+\/README\.md$/.test(path) && !rules.has(`${path}#${anchor}`)),
      )
      .map(({ path, anchor }) => `${page} → ${path}${anchor ? `#${anchor}` : ""}`),
  );
  expect(broken).toEqual([]);
});

test("a file or folder that a page or a comment names exists", () => {
  // Strings of tests are examples; migrations are never edited.
  const ofProgram = files.filter((file) => !file.startsWith("tests/") && !file.endsWith(".sql"));
  const texts = [
    ...pages().map((file) => ({ file, line: textOf(file) })),
    ...ofProgram.flatMap((file) => prose(file).map((line) => ({ file, line }))),
  ];
  const gone = texts.flatMap(({ file, line }) =>
    pathsIn(line)
      .filter((path) => !exists(path) && !(path.endsWith(".test.ts") && exists(`tests/${path}`)))
      .map((path) => `${file} names ${path}`),
  );
  expect(gone).toEqual([]);
});

test.each([
  ["`app/domain/coins`, and app/routes.js.", ["app/domain/coins", "app/routes.js"]],
  ["npx vitest run tests/e2e/links.test.ts", ["tests/e2e/links.test.ts"]],
  ["`app/routes/<audience>/`, `tests/unit/*.test.ts` and https://millrace.example/app/x.ts", []],
])("paths are found in %j", (line, paths) => {
  expect(pathsIn(line)).toEqual(paths);
});
