import { expect, test } from "vitest";
import { imports, MODULES, sourceFiles, text } from "../../support/source";

/** The layers of web, from the lowest. Each may import from those below it, and nothing imports `screens` and `api`. */
type Layer = "domain" | "frame" | "views" | "screens";

interface Place {
  module: string;
  layer: Layer;
  isFace: boolean;
}

/** Place of a file in `app/`; null for files that join the modules, such as `routes.js`. */
function placeOf(file: string): Place | null {
  const [, module = "", path = ""] = /^app\/([a-z]+)\/(.+)$/.exec(file) ?? [];
  if (!MODULES.includes(module) || path === "routes.js") return null;
  if (/^(screens|api)\//.test(path)) return { module, layer: "screens", isFace: false };
  if (/^views\//.test(path)) return { module, layer: "views", isFace: true };
  if (module === "platform" && /^(http|live|ui|styles)\//.test(path)) return { module, layer: "frame", isFace: true };
  return { module, layer: "domain", isFace: !path.includes("/") };
}

/** The reason why a file must not import that; null if it may. */
function whyNot(from: Place, to: Place, typeOnly: boolean): string | null {
  if (from.module !== to.module && !to.isFace) return "not at the root of its module";
  if (typeOnly) return null;
  if (from.layer === "domain" && to.layer !== "domain") return `${to.layer} from the domain`;
  if (from.layer === "frame" && (to.layer === "views" || to.layer === "screens")) return `${to.layer} from the frame`;
  if (from.layer === "domain" && MODULES.indexOf(to.module) > MODULES.indexOf(from.module)) return "a later module";
  return null;
}

test("modules have one order, and only a module's root is imported from outside", () => {
  const wrong = sourceFiles().flatMap((file) => {
    const from = placeOf(file);
    if (!from) return [];
    return imports(file).flatMap(({ to, typeOnly }) => {
      const place = placeOf(to);
      const why = place && whyNot(from, place, typeOnly);
      return why ? [`${file} imports ${to}: ${why}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});

test("the worker imports only roots of modules", () => {
  const wrong = sourceFiles()
    .filter((file) => file.startsWith("worker/"))
    .flatMap((file) =>
      imports(file)
        .filter(({ to }) => placeOf(to)?.isFace === false)
        .map(({ to }) => `${file} imports ${to}`),
    );
  expect(wrong).toEqual([]);
});

test("a module uses its own messages and those of the modules before it", () => {
  const wrong = sourceFiles().filter(
    (file) =>
      placeOf(file) !== null &&
      !/^app\/platform\/(http|live|ui|api|screens)\//.test(file) &&
      imports(file).some(({ to, typeOnly }) => to === "app/messages.ts" && !typeOnly),
  );
  expect(wrong).toEqual([]);
});

const MODULE_DOMAIN = (path: string) => placeOf(path)?.layer === "domain";

/** Forbidden imports: a folder, and the folders it must not reach. */
const forbidden: [from: RegExp, to: RegExp][] = [
  [/^app\//, /^(worker\/|tests\/|prisma\/)/],
  [/^app\/platform\/(ui|live)\//, /^(app\/(.*\.server(\.|$))|worker\/)/],
  [/^app\/platform\/live\//, /^app\/platform\/ui\//],
  [/^worker\/(?!agent|up)/, /^(app\/(platform\/ui|root|entry|[a-z]+\/(screens|api|views))|@remix-run|react|tests\/)/],
  // The agent shares its messages (4.1) with the control plane, the semaphore, its traces, and how addresses, networks, ports and variables are read.
  [
    /^worker\/agent\//,
    /^(app\/(?!fleet\/agent-|fleet\/storable-text|compute\/(image-name|over-disk|recommended-programs|ssh-address)\.|platform\/(turns|port-range|given-environment|tracing\.server|http\/client-network)\.)|tests\/)/,
  ],
  // The command line only knows /openapi.json (decision 0211), and only tests know the command line.
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

test("the domain imports no framework", () => {
  const wrong = sourceFiles()
    .filter(MODULE_DOMAIN)
    .flatMap((file) =>
      imports(file)
        .filter(({ to, typeOnly }) => !typeOnly && /^(bun$|bun:|@remix-run|react|socket\.io)/.test(to))
        .map(({ to }) => `${file} imports ${to}`),
    );
  expect(wrong).toEqual([]);
});

test("input is checked on the server: no screen's script contains zod", () => {
  const screens = sourceFiles().filter((file) =>
    /^app\/([a-z]+\/screens\/.*route\.tsx|root\.tsx|entry\.client\.tsx)$/.test(file),
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

test("only the server reads the routes table: its importers are not in the browser's script", () => {
  const wrong = sourceFiles()
    .filter((file) => file.startsWith("app/") && !/\.server\.tsx?$/.test(file))
    .filter((file) => imports(file).some(({ to, typeOnly }) => to === "app/routes.js" && !typeOnly));
  expect(wrong).toEqual([]);
});

test("a pure file of the domain imports no use-case, no database and no Node", () => {
  // A digest is arithmetic, and only the worker rehearses.
  const mayDigest = "app/rehearsal/placement-hash.ts";
  const pure = sourceFiles().filter((file) => MODULE_DOMAIN(file) && /(?<!\.server)\.ts$/.test(file));
  const wrong = pure.flatMap((file) =>
    imports(file)
      .filter(({ to, typeOnly }) => !typeOnly && /^node:|\.server(\.ts)?$|^pg$|^app\/generated/.test(to))
      .filter(({ to }) => file !== mayDigest || to !== "node:crypto")
      .map(({ to }) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("no file imports itself by a detour", () => {
  expect(findCycles()).toEqual([]);
});

test("only the two configurations read process.env", () => {
  // The SSH server of a task is a separate program, inside the sandbox.
  const mayRead =
    /^(app\/platform\/env\.server\.ts|worker\/agent\/(env\.ts|ssh\/)|worker\/cli\/env\.ts|worker\/up\/|worker\/sandbox-stripe\/main\.ts|prisma\/generate\.mjs|tests\/|[^/]+$)/;
  const wrong = sourceFiles().filter((file) => !mayRead.test(file) && /process\.env\b/.test(code(file)));
  expect(wrong).toEqual([]);
});

const readsMachineClock = (file: string) => /\bDate\.now\(\)|\bnew Date\(\)/.test(code(file));

/** Infrastructure: the time itself, and limits, which decide nothing that is stored. */
const TELLS_TIME = ["app/platform/time.server.ts", "app/platform/lasting-limit.server.ts"];

test("the domain's clock is an argument", () => {
  const wrong = sourceFiles().filter(
    (file) =>
      MODULE_DOMAIN(file) &&
      !TELLS_TIME.includes(file) &&
      (readsMachineClock(file) || /\bpresentTime\(\)/.test(code(file))),
  );
  expect(wrong).toEqual([]);
});

test("the only time of worker and web is the database's", () => {
  // Separate programs, on separate machines; browsers use their own clock between two readings.
  const others = /^worker\/(agent|cli|sandbox-stripe|up)\/|^app\/platform\/(ui|live|time\.server)/;
  const wrong = sourceFiles().filter(
    (file) => /^(app|worker)\//.test(file) && !others.test(file) && readsMachineClock(file),
  );
  expect(wrong).toEqual([]);
});

test("no file name is a catch-all such as utils or helpers", () => {
  const empty = /(^|\/)(utils?|helpers?|misc|common|manager|shared|lib)(\.|\/|-)|-(utils?|helpers?|manager)\./;
  expect(sourceFiles().filter((file) => empty.test(file))).toEqual([]);
});

test("no check is disabled in place, and no TODO is left", () => {
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

/** Depth first; a file that is reached again while its own imports are followed closes a ring. */
function findCycles(): string[] {
  const done = new Set<string>();
  const rings: string[] = [];
  const ours = new Set(sourceFiles());
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) return void rings.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file)) return;
    for (const { to, typeOnly } of imports(file)) if (!typeOnly && ours.has(to)) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of ours) walk(file, []);
  return rings;
}
