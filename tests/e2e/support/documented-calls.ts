import { readFileSync } from "node:fs";

/** An example of a documentation page: a command for the shell, and the answer shown for it. */
export interface DocumentedCall {
  command: string;
  /** Null where no JSON is shown. */
  answer: unknown;
  status: number;
  line: number;
}

/** The blocks ```sh of the page, each with the ```json block that follows it; a number after `json` is the status. */
export function readDocumentedCalls(file: string): DocumentedCall[] {
  const text = readFileSync(file, "utf8");
  const blocks = [...text.matchAll(/^```(\w+) ?(\d*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, kind = "", status = "", content = ""] = match;
    return { kind, status, content, line: text.slice(0, match.index).split("\n").length };
  });
  return blocks.flatMap(({ kind, content, line }, at) => {
    if (kind !== "sh") return [];
    const next = blocks[at + 1];
    const shown = next?.kind === "json" ? next : null;
    const answer = shown === null ? null : (JSON.parse(shown.content) as unknown);
    return [{ command: content, answer, status: Number(shown?.status || 200), line }];
  });
}

/** Members whose own members are names of things, such as prices by GPU type. */
const MAPS = ["prices", "images", "fits"];
/** Members whose exact text is documented. */
const EXACT = ["retcode", "human_readable_message", "fields"];

/** Differences of an answer from the documented one: members, types, and the fixed texts. */
export function differences(shown: unknown, real: unknown, at = "answer"): string[] {
  const name = at.slice(at.lastIndexOf(".") + 1);
  if (EXACT.includes(name)) {
    return JSON.stringify(shown) === JSON.stringify(real) ? [] : [`${at} is ${JSON.stringify(real)}`];
  }
  // A value that is null, here or in the example, may have a value at another time.
  if (shown === null || real === null) return [];
  if (kindOf(shown) !== kindOf(real)) return [`${at} is ${kindOf(real)}, not ${kindOf(shown)}`];
  if (Array.isArray(shown) && Array.isArray(real)) {
    if (shown.length === 0) return [];
    return real.flatMap((one, index) => differences(shown[0], one, `${at}.${index}`));
  }
  if (!isObject(shown) || !isObject(real)) return [];
  const [example] = Object.values(shown);
  if (MAPS.includes(name)) {
    return Object.entries(real).flatMap(([key, one]) => differences(example, one, `${at}.${key}`));
  }
  const missing = Object.keys(shown).filter((key) => !(key in real));
  const unshown = Object.keys(real).filter((key) => !(key in shown));
  return [
    ...missing.map((key) => `${at}.${key} is missing`),
    ...unshown.map((key) => `${at}.${key} is not shown`),
    ...Object.keys(shown).flatMap((key) => (key in real ? differences(shown[key], real[key], `${at}.${key}`) : [])),
  ];
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
