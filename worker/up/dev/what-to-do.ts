/** A part of the product in its own process. */
type Part = "worker" | "agent" | "payments";

interface ToDo {
  /** Paths of the build's sources. */
  build: string[];
  /** The list of routes is read once, when the compiler starts. */
  compilerAgain: boolean;
  restart: Part[];
  /** Paths that only a new `npm run dev` picks up. */
  beyond: string[];
}

/** Processes by path, following the imports (tests/platform/unit/architecture.test.ts). The first match decides. */
const PROCESSES: [RegExp, Part[]][] = [
  [/^worker\/agent\//, ["agent"]],
  [/^worker\/sandbox-stripe\//, ["payments"]],
  [/^worker\/up\//, []],
  [/^worker\//, ["worker"]],
  [/^app\/(fleet\/(agent-|storable-text)|compute\/(image-name|over-disk))/, ["worker", "agent"]],
  [/^app\/([a-z]+\/(screens|views|api)|platform\/(ui|styles))\//, []],
  [/^app\/(root|entry\.|server|routes)[^/]*$/, []],
  [/^app\//, ["worker"]],
];
const BEYOND = /^(worker\/up|prisma)\//;

/** The action that a change of these files needs. */
export function whatToDo(paths: string[]): ToDo {
  const parts = paths.flatMap((path) => PROCESSES.find(([files]) => files.test(path))?.[1] ?? []);
  const compilerAgain = paths.some((path) => /^app\/([a-z]+\/)?routes\.js$/.test(path));
  return {
    build: compilerAgain ? [] : paths.filter((path) => path.startsWith("app/")),
    compilerAgain,
    restart: [...new Set(parts)],
    beyond: paths.filter((path) => BEYOND.test(path)),
  };
}
