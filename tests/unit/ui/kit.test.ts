import { expect, test } from "vitest";
import { type Import, imports, sourceFiles } from "../../support/source";

const KIT = "app/ui/kit.ts";
const SCREEN = /^app\/(root|routes\/(?!api\/).*\/route|routes\/[a-z]+\/layout)\.tsx$/;

test("whatever the browser loads by itself and holds a part of the kit imports the kit, which else falls into small files", () => {
  const kit = withImports(KIT);
  const browser = sourceFiles().filter((file) => /^app\/.*\.tsx?$/.test(file) && !isServer(file));
  const late = browser.flatMap((file) =>
    importsOf(file).flatMap(({ to, late }) => (late && browser.includes(to) ? [to] : [])),
  );
  const wrong = [...browser.filter((file) => SCREEN.test(file)), ...new Set(late)].filter((file) => {
    const all = withImports(file);
    return !all.has(KIT) && [...all].some((one) => kit.has(one));
  });
  expect(wrong).toEqual([]);
});

/** The file and all that comes with it to the browser. */
function withImports(file: string): Set<string> {
  const all = new Set([file]);
  for (const one of all)
    for (const { to, typeOnly, late } of importsOf(one))
      if (/^app\/.*\.(tsx?|js)$/.test(to) && !typeOnly && !late && !isServer(to)) all.add(to);
  return all;
}

const read = new Map<string, Import[]>();

function importsOf(file: string): Import[] {
  const known = read.get(file) ?? imports(file);
  read.set(file, known);
  return known;
}

function isServer(file: string): boolean {
  return /\.server\.tsx?$/.test(file);
}
