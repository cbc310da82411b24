import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceFiles, text } from "./source";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A rule's id: capacity, money, an amendment, or the number of a section (app/README.md). */
const LETTERED = String.raw`[ABS][1-9]\d?`;
const NUMBERED = String.raw`(?:0|[1-9]\d?)\.[1-9]\d?`;
const ID = `(?:${LETTERED}|${NUMBERED})`;
/** Items allowed next to ids in one pair of parentheses. */
const BESIDE = String.raw`(?:M\d{2,3}|decision \d{4})`;

/** One pair of parentheses that holds a list of ids, messages and decisions, and nothing else. */
const CITATION = new RegExp(String.raw`(?<!\w)\((?:${ID}|${BESIDE})(?:, (?:${ID}|${BESIDE}))*\)`, "g");
const ALONE = new RegExp(`^${ID}$`);
/**
 * Text that looks like a citation but is not one: a lettered id elsewhere, or parentheses that contain more than ids.
 */
const LIKE_ONE = new RegExp(String.raw`(?<![\w%-])${LETTERED}(?![\w.-])|\(${NUMBERED}(?:[,:–]|-\d| and | ')`, "g");

/**
 * Strings first, so that text in them that looks like a comment is skipped; then comments of TypeScript and of the
 * schema.
 */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(\/\*[\s\S]*?\*\/|\/\/.*)/g;

const OUR_FOLDER = "(?:app|worker|tests|prisma|docs)";
/** A path that is a whole piece of code, or that of a file anywhere. */
const OUR_PATH = new RegExp(
  String.raw`\`(${OUR_FOLDER}/[\w./-]+)\`|(?<![\w./~-])(${OUR_FOLDER}/[\w./-]+\.(?:tsx?|m?js|md|json|css|sql|prisma|png))\b`,
  "g",
);

/** Files that cite rules: sources, the schema and the migrations. */
export function citingFiles(): string[] {
  const migrations = readdirSync(join(root, "prisma/migrations"), { recursive: true, encoding: "utf8" });
  return [
    ...sourceFiles(),
    "prisma/schema.prisma",
    ...migrations.filter((name) => name.endsWith(".sql")).map((name) => `prisma/migrations/${name}`),
  ];
}

/** The comments of a file, each as one line, and the strings of a test, which name its subject. */
export function prose(file: string): string[] {
  if (file.endsWith(".sql")) return text(file).match(/--.*/g) ?? [];
  const ofTest = file.startsWith("tests/");
  return [...text(file).matchAll(TOKEN)]
    .filter(([, comment]) => comment !== undefined || ofTest)
    .map(([token]) => token.replace(/\s*\n\s*\*?\s*/g, " "));
}

export function citationsIn(line: string): string[] {
  return [...line.matchAll(CITATION)].flatMap(([list]) =>
    list
      .slice(1, -1)
      .split(", ")
      .filter((item) => ALONE.test(item)),
  );
}

/** Text that looks like a citation once the real ones are removed. */
export function brokenCitationsIn(line: string): string[] {
  return [...line.replace(CITATION, "").matchAll(LIKE_ONE)].map(([broken]) => broken);
}

/** Ids of the anchors of each page of rules, which is the README of a module. */
export function anchors(): { id: string; page: string }[] {
  const pages = pagesBelow("app").filter((page) => /^app\/[a-z]+\/README\.md$/.test(page));
  return pages.flatMap((page) =>
    [...textOf(page).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => ({ id, page })),
  );
}

/** All pages for people, except the changelog, which names files as they were. */
export function pages(): string[] {
  return ["README.md", "CONTRIBUTING.md", ...["app", "worker", "docs"].flatMap(pagesBelow)];
}

export function pagesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** Links of a page to our own files, by their path from the root, with the anchor. */
export function linksOf(page: string): { path: string; anchor: string | undefined }[] {
  const shown = textOf(page).replace(/`[^`\n]*`/g, "");
  return [...shown.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, to = "", anchor]) => ({
    path: to === "" ? page : join(dirname(page), to),
    anchor,
  }));
}

/**
 * Files and folders in a text that are named by their full path from the root: `<noun>`, `*` and `…` stand for many.
 */
export function pathsIn(line: string): string[] {
  return [...line.matchAll(OUR_PATH)].map(([, inCode, file]) => (inCode ?? file ?? "").replace(/\/$/, ""));
}

export function exists(path: string): boolean {
  return existsSync(join(root, path));
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
