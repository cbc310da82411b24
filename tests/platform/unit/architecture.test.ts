import { expect, test } from "vitest";
import { imports, sourceFiles, text } from "../../support/source";

/** What may not import what: a folder, and the folders it must not reach: imports point one way. */
const forbidden: [from: RegExp, to: RegExp][] = [
  [
    /^app\/domain\//,
    /^(app\/(http|routes|ui|root|entry|live\/(?!events))|worker\/|bun$|bun:|@remix-run|react|socket\.io)/,
  ],
  [/^app\/live\/events/, /^(app\/(http|routes|ui|db)|worker\/)/],
  // The routes table names the files of routes and imports none of them.
  [/^app\/http\//, /^(app\/(routes\/|ui)|worker\/)/],
  [/^app\/ui\//, /^(app\/(routes|http|db|.*\.server(\.|$))|worker\/)/],
  [/^app\//, /^(worker\/|tests\/|prisma\/)/],
  [/^worker\/(?!agent|up)/, /^(app\/(routes|ui|root|entry)|@remix-run|react|tests\/)/],
  // The agent shares its messages (4.1) with the control plane, and the semaphore.
  [/^worker\/agent\//, /^(app\/(?!domain\/(agent\/|turns\.))|tests\/)/],
  // The command line knows of Millrace what /openapi.json says (decision 0211), and nobody but tests knows of it.
  [/^worker\/cli\//, /^(app\/|prisma\/|tests\/|worker\/(?!cli\/))/],
  [/^worker\/(?!cli\/)/, /^worker\/cli\//],
];

test("imports point one way", () => {
  const wrong = sourceFiles().flatMap((file) =>
    imports(file)
      .filter(({ to, typeOnly }) => forbidden.some(([from, bad]) => from.test(file) && bad.test(to) && !typeOnly))
      .map(({ to }) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("what checks input stays on the server: no screen's script holds zod", () => {
  const screens = sourceFiles().filter((file) =>
    /^app\/(routes\/(?!api\/).*route\.tsx|root\.tsx|entry\.client\.tsx)$/.test(file),
  );
  const wayTo = new Map(screens.map((file) => [file, file]));
  const wrong: string[] = [];
  for (const [file, way] of wayTo) {
    for (const { to, typeOnly } of imports(file)) {
      if (typeOnly || /\.server(\.|$)/.test(to) || wayTo.has(to)) continue;
      if (to === "zod") wrong.push(`${way} → zod`);
      else if (/^app\/.*\.(tsx?|m?js)$/.test(to)) wayTo.set(to, `${way} → ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("the routes table is read by the server alone: what imports it is not in the browser's script", () => {
  const wrong = sourceFiles()
    .filter((file) => file.startsWith("app/") && !/\.server\.tsx?$/.test(file))
    .filter((file) => imports(file).some(({ to, typeOnly }) => to === "app/routes.js" && !typeOnly));
  expect(wrong).toEqual([]);
});

test("a pure file of the domain imports no use-case, no database and no Node", () => {
  const pure = sourceFiles().filter((file) => /^app\/domain\/.*(?<!\.server)\.tsx?$/.test(file));
  const wrong = pure.flatMap((file) =>
    imports(file)
      .filter(({ to, typeOnly }) => !typeOnly && /^node:|\.server(\.ts)?$|^pg$|^app\/generated/.test(to))
      .map(({ to }) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("the domain's nouns have one order, that of its README: values are imported from nouns above alone", () => {
  const order = [...text("app/README.md").matchAll(/^\| `([a-z-]+)`/gm)].map(([, noun]) => noun);
  const nounOf = (path: string) => /^app\/domain\/([^/]+)\//.exec(path)?.[1];
  const files = sourceFiles().filter((file) => nounOf(file));
  expect([...new Set(files.map(nounOf))].sort()).toEqual([...order].sort());
  const wrong = files.flatMap((file) =>
    imports(file)
      .filter(({ to, typeOnly }) => !typeOnly && nounOf(to))
      .filter(({ to }) => order.indexOf(nounOf(to)) > order.indexOf(nounOf(file)))
      .map(({ to }) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("no file imports itself by a detour", () => {
  expect(findCycles()).toEqual([]);
});

test("process.env is read in the two configurations alone", () => {
  // The SSH server of a task is a program of its own, inside the sandbox.
  const mayRead =
    /^(app\/env\.server\.ts|worker\/agent\/(env\.ts|ssh\/)|worker\/cli\/env\.ts|worker\/up\/|worker\/sandbox-stripe\/main\.ts|prisma\/generate\.mjs|tests\/|[^/]+$)/;
  const wrong = sourceFiles().filter((file) => !mayRead.test(file) && /process\.env\b/.test(code(file)));
  expect(wrong).toEqual([]);
});

test("the domain's clock is an argument", () => {
  const wrong = sourceFiles().filter(
    (file) => file.startsWith("app/domain/") && /\bDate\.now\(\)|\bnew Date\(\)/.test(code(file)),
  );
  expect(wrong).toEqual([]);
});

test("no file is longer than 250 lines", () => {
  expect(sourceFiles().filter((file) => text(file).split("\n").length > 251)).toEqual([]);
});

test("names say what a file is about", () => {
  const empty = /(^|\/)(utils?|helpers?|misc|common|manager|shared|lib)(\.|\/|-)|-(utils?|helpers?|manager)\./;
  expect(sourceFiles().filter((file) => empty.test(file))).toEqual([]);
});

test("no check is switched off in place, and nothing is left to do", () => {
  const wrong = sourceFiles().filter(
    (file) =>
      !file.endsWith("architecture.test.ts") &&
      /eslint-disable|oxlint-disable|@ts-ignore|@ts-nocheck|@ts-expect-error|\bTODO\b|\bFIXME\b/.test(text(file)),
  );
  expect(wrong).toEqual([]);
});

function code(file: string): string {
  return text(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "");
}

/** It has no exports that anybody could wait for: it is imported so that its parts travel together. */
const GIVES_NOTHING = "app/ui/kit.ts";

/** Depth first; a file that is met again while it is still being walked closes a ring. */
function findCycles(): string[] {
  const done = new Set<string>();
  const rings: string[] = [];
  const ours = new Set(sourceFiles());
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) return void rings.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file)) return;
    for (const { to, typeOnly } of imports(file))
      if (!typeOnly && ours.has(to) && to !== GIVES_NOTHING) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of ours) walk(file, []);
  return rings;
}
