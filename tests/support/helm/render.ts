import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

/**
 * Renders the chart as `helm template` does, for machines without Helm. It knows only the part of Go's templates that our
 * chart uses, and throws for anything else: a test compares it with Helm, and with Go's own engine, where they are installed.
 */
export function renderChart(chart: string, installation: Installation): string {
  const templates = join(chart, "templates");
  const root = {
    ...givenToTemplates(chart, installation),
    Files: { Get: (file: string) => readFileSync(join(chart, file), "utf8") },
  };
  const names = readdirSync(templates).toSorted();
  const defined = new Map<string, Node[]>();
  const bodies = names.map((name) => parseTemplate(readFileSync(join(templates, name), "utf8"), defined));
  const texts = bodies.map((body) => new Run(defined, root).write(body, root));
  return texts.filter((_, at) => names[at]?.endsWith(".yaml")).join("\n---\n");
}

/** Returns what Helm gives templates: the chart's values under those of the installation, the release and the chart. */
export function givenToTemplates(chart: string, { release, namespace, values }: Installation): Item {
  const about = Object.entries(readYaml(join(chart, "Chart.yaml")));
  return {
    Values: merged(readYaml(join(chart, "values.yaml")), values),
    Release: { Name: release, Namespace: namespace, Service: "Helm" },
    Chart: Object.fromEntries(about.map(([name, value]) => [capital(name), value])),
  };
}

export interface Installation {
  release: string;
  namespace: string;
  values: object;
}

type Item = Record<string, unknown>;

/** `if`, `with` and `range` have branches; the last may lack a condition. */
type Node =
  | { text: string }
  | { say: string[] }
  | { set: string; to: string[] }
  | { block: "if" | "with" | "range"; branches: { of: string[]; body: Node[] }[] };

const ACTION = /(\s*)\{\{-|\{\{/;
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|:=|[|(),]|-?\d+|\$?[\w.]*)/y;

/** Parses a template; what it defines goes into `defined`. */
function parseTemplate(source: string, defined: Map<string, Node[]>): Node[] {
  const pieces = piecesOf(source);
  let at = 0;
  const top = body();
  if (at < pieces.length) throw new Error("an end without its beginning");
  return top;

  /** Reads up to the `end` or `else` that closes this body, which it leaves. */
  function body(): Node[] {
    const nodes: Node[] = [];
    for (; at < pieces.length; at++) {
      const piece = pieces[at] ?? "";
      if (typeof piece === "string") {
        nodes.push({ text: piece });
        continue;
      }
      const [word = "", ...rest] = piece;
      if (word === "end" || word === "else") return nodes;
      if (word === "define") {
        at++;
        defined.set(JSON.parse(rest[0] ?? "") as string, body());
      } else if (word === "if" || word === "with" || word === "range") nodes.push(block(word, rest));
      else if (rest[0] === ":=") nodes.push({ set: word, to: rest.slice(1) });
      else nodes.push({ say: piece });
    }
    return nodes;
  }

  function block(kind: "if" | "with" | "range", of: string[]): Node {
    at++;
    const branches = [{ of, body: body() }];
    for (let word = pieces[at]; word?.[0] === "else"; word = pieces[at]) {
      at++;
      branches.push({ of: word.slice(word[1] === "if" ? 2 : 1) as string[], body: body() });
    }
    if (pieces[at]?.[0] !== "end") throw new Error(`${kind} without end`);
    return { block: kind, branches };
  }
}

/** Divides a template into its texts and the tokens of its actions; comments are left out. */
function piecesOf(source: string): (string | string[])[] {
  const pieces: (string | string[])[] = [];
  let rest = source;
  for (let begin = ACTION.exec(rest); begin; begin = ACTION.exec(rest)) {
    const from = begin.index + begin[0].length;
    const end = rest.indexOf("}}", from);
    if (end === -1) throw new Error("an action without end");
    const trims = rest[end - 1] === "-";
    pieces.push(begin[1] === undefined ? rest.slice(0, begin.index) : rest.slice(0, begin.index).trimEnd());
    const inner = rest.slice(from, trims ? end - 1 : end).trim();
    if (!inner.startsWith("/*")) pieces.push(tokensOf(inner));
    rest = rest.slice(end + 2);
    if (trims) rest = rest.trimStart();
  }
  return [...pieces, rest];
}

function tokensOf(action: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < action.length) {
    const from = TOKEN.lastIndex;
    const [, token = ""] = TOKEN.exec(action) ?? [];
    if (token === "") throw new Error(`not understood: ${action.slice(from)}`);
    tokens.push(token);
  }
  return tokens;
}

/** One template that is being written. Variables live as long as it does, which our names allow. */
class Run {
  private readonly variables: Item;

  constructor(
    private readonly defined: Map<string, Node[]>,
    dot: unknown,
  ) {
    this.variables = { $: dot };
  }

  write(nodes: Node[], dot: unknown): string {
    return nodes.map((node) => this.writeOne(node, dot)).join("");
  }

  private writeOne(node: Node, dot: unknown): string {
    if ("text" in node) return node.text;
    if ("say" in node) return said(this.pipeline(node.say, dot));
    if ("set" in node) {
      this.variables[node.set] = this.pipeline(node.to, dot);
      return "";
    }
    for (const { of, body } of node.branches) {
      if (node.block === "range" && of.length > 0) return this.range(of, body, dot);
      const value = of.length === 0 || this.pipeline(of, dot);
      if (isTrue(value)) return this.write(body, node.block === "with" && of.length > 0 ? value : dot);
    }
    return "";
  }

  private range(of: string[], body: Node[], dot: unknown): string {
    const from = of.indexOf(":=") + 1;
    const names = of.slice(0, Math.max(from - 1, 0)).filter((token) => token !== ",");
    const list = this.pipeline(of.slice(from), dot) ?? [];
    const entries: [unknown, unknown][] = Array.isArray(list)
      ? [...list.entries()]
      : Object.entries(list as Item).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([key, value]) => {
        const given = names.length === 2 ? [key, value] : [value];
        for (const [at, name] of names.entries()) this.variables[name] = given[at];
        return this.write(body, value);
      })
      .join("");
  }

  private pipeline(tokens: string[], dot: unknown): unknown {
    const parts: string[][] = [[]];
    let depth = 0;
    for (const token of tokens) {
      depth += token === "(" ? 1 : token === ")" ? -1 : 0;
      if (token === "|" && depth === 0) parts.push([]);
      else parts.at(-1)?.push(token);
    }
    let piped: unknown[] = [];
    for (const part of parts) piped = [this.command(part, dot, piped)];
    return piped[0];
  }

  private command(tokens: string[], dot: unknown, piped: unknown[]): unknown {
    const [name = ""] = tokens;
    const args: unknown[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const from = at;
      for (let depth = 0; at < tokens.length; at++) {
        depth += tokens[at] === "(" ? 1 : tokens[at] === ")" ? -1 : 0;
        if (depth === 0) break;
      }
      if (from === 0 && /^[a-z]/i.test(name)) continue;
      const token = tokens[from] ?? "";
      args.push(token === "(" ? this.pipeline(tokens.slice(from + 1, at), dot) : this.operand(token, dot));
    }
    if (!/^[a-z]/i.test(name)) {
      const [first, ...rest] = [...args, ...piped];
      return typeof first === "function" ? (first as (...all: unknown[]) => unknown)(...rest) : first;
    }
    if (name === "include") return new Run(this.defined, args[1]).write(this.named(String(args[0])), args[1]);
    const make = FUNCTIONS[name];
    if (!make) throw new Error(`this renderer has no function ${name}`);
    return make(...args, ...piped);
  }

  private named(name: string): Node[] {
    const body = this.defined.get(name);
    if (!body) throw new Error(`no template "${name}"`);
    return body;
  }

  private operand(token: string, dot: unknown): unknown {
    if (token.startsWith('"')) return JSON.parse(token);
    if (/^-?\d+$/.test(token)) return Number(token);
    const [head = "", ...path] = token.split(".");
    if (head !== "" && !(head in this.variables)) throw new Error(`not understood: ${token}`);
    let value = head === "" ? dot : this.variables[head];
    for (const member of path.filter(Boolean)) {
      // As in Go: a member of nothing is a mistake, a member that is not there is nothing.
      if (value === null || typeof value !== "object") throw new Error(`${token}: nothing has .${member}`);
      value = (value as Item)[member];
    }
    return value;
  }
}

const FUNCTIONS: Record<string, (...given: unknown[]) => unknown> = {
  and: (...all) => all.find((value) => !isTrue(value)) ?? all.at(-1),
  or: (...all) => all.find(isTrue) ?? all.at(-1),
  not: (value) => !isTrue(value),
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  required: (message, value) => (isTrue(value) ? value : FUNCTIONS["fail"]?.(message)),
  fail: (message) => {
    throw new Error(said(message));
  },
  quote: (value) => JSON.stringify(said(value)),
  printf: (form, ...values) => values.reduce<string>((text, value) => text.replace("%s", said(value)), said(form)),
  trimPrefix: (start, text) => (said(text).startsWith(said(start)) ? said(text).slice(said(start).length) : text),
  nindent: (count, text) => `\n${said(text).replaceAll(/^/gm, " ".repeat(Number(count)))}`,
  list: (...all) => all,
  dict: (...all) => Object.fromEntries(all.flatMap((key, at) => (at % 2 === 0 ? [[key, all[at + 1]]] : []))),
  hasKey: (item, name) => isItem(item) && said(name) in item,
  kindIs: (kind, value) => kind === typeof value,
  toYaml: (value) => stringify(value, { sortMapEntries: true, lineWidth: 0 }).trimEnd(),
  sha256sum: (text) => createHash("sha256").update(said(text)).digest("hex"),
};

function isTrue(value: unknown): boolean {
  if (value !== null && typeof value === "object") return Object.keys(value).length > 0;
  return Boolean(value);
}

function said(value: unknown): string {
  return value === null || value === undefined ? "" : String(value as string | number | boolean);
}

function merged(base: Item, over: object): Item {
  const result = { ...base };
  for (const [name, value] of Object.entries(over) as [string, unknown][]) {
    const old = result[name];
    result[name] = isItem(old) && isItem(value) ? merged(old, value) : value;
  }
  return result;
}

function isItem(value: unknown): value is Item {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

function readYaml(file: string): Item {
  return parse(readFileSync(file, "utf8")) as Item;
}
