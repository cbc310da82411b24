import { readFileSync, statSync } from "node:fs";

/** Lines on which the settings of a host may depend in another way than by the words of a `Host` line. */
const OTHER = /\bmatch\b(?!\s+all\s*$)|\bcanonicalizehostname\b|\binclude\b.*%|\bhost\b.*\\/i;

/**
 * Reads the files that `ssh -v` names in its log, `file` among them, for names that they may treat in a way of their own.
 * In doubt that is every name: too many cost a question to ssh, one too few costs a host of the user.
 */
export function conditionsIn(log: string, file: string): (name: string) => boolean {
  const every = () => true;
  const files = [...log.matchAll(/^debug1: Reading configuration data (.*?)\r?$/gm)].map(([, path = ""]) => path);
  const lines = files.flatMap(linesOf);
  if (!files.includes(file) || lines.some((line) => line === null || OTHER.test(line))) return every;
  const words = lines
    .filter((line) => line !== null && /\bhost\b/i.test(line))
    .flatMap((line) => line?.split(/[\s=]+/));
  const patterns = new Set(words.map((word = "") => word.replace(/["']/g, "").replace(/^!/, "").toLowerCase()));
  // It holds for every name.
  patterns.delete("*");
  const wild = [...patterns].filter((pattern) => /[*?]/.test(pattern)).map(asExpression);
  return (name) => patterns.has(name.toLowerCase()) || wild.some((pattern) => pattern.test(name));
}

/** The lines of a file without comments; null when it cannot be read, or, as a pipe, not twice. */
function linesOf(file: string): (string | null)[] {
  try {
    if (!statSync(file).isFile()) return [null];
    return readFileSync(file, "latin1")
      .split("\n")
      .filter((line) => !/^\s*#/.test(line));
  } catch {
    return [null];
  }
}

function asExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "i");
}
