/**
 * The `script` of usage/data: the JSON text of a chart, data and never code (3.9). Both sides check it by the same
 * rules: the server before it answers, the browser before it draws.
 */
export interface ChartTrace {
  type: "bar" | "scatter" | "pie";
  name?: string;
  x?: (string | number)[];
  y?: (string | number)[];
  labels?: string[];
  values?: number[];
  orientation?: "v" | "h";
  mode?: "lines" | "markers" | "lines+markers";
}

export interface ChartScript {
  data: ChartTrace[];
  layout: {
    title?: string;
    height?: number;
    barmode?: "stack" | "group" | "relative";
    xaxis?: { title?: string };
    yaxis?: { title?: string; range?: [number, number] };
  };
}

const TRACES_MAX = 20;
const POINTS_MAX = 1000;
const TEXT_MAX = 200;
const SIZE_MAX = 256 * 1024;

type Rule = (value: unknown) => boolean;

const isText: Rule = (value) =>
  typeof value === "string" && value.length <= TEXT_MAX && !/[<>]|&(?!lt;|gt;|amp;)/.test(value);
const isNumber: Rule = (value) => typeof value === "number" && Number.isFinite(value);
const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.includes(value as string);
const listOf =
  (rule: Rule, most = POINTS_MAX): Rule =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(rule);
/** Checks for an object with these keys only; each is optional, except those in `needed`. */
const withKeys =
  (rules: Record<string, Rule>, needed: string[] = []): Rule =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    needed.every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, one]) => Object.hasOwn(rules, key) && rules[key]?.(one));

const isPoint: Rule = (value) => isText(value) || isNumber(value);
const isChart = withKeys(
  {
    data: listOf(
      withKeys(
        {
          type: oneOf("bar", "scatter", "pie"),
          name: isText,
          x: listOf(isPoint),
          y: listOf(isPoint),
          labels: listOf(isText),
          values: listOf(isNumber),
          orientation: oneOf("v", "h"),
          mode: oneOf("lines", "markers", "lines+markers"),
        },
        ["type"],
      ),
      TRACES_MAX,
    ),
    layout: withKeys({
      title: isText,
      height: (value) => isNumber(value) && (value as number) >= 100 && (value as number) <= 1000,
      barmode: oneOf("stack", "group", "relative"),
      xaxis: withKeys({ title: isText }),
      yaxis: withKeys({
        title: isText,
        range: (value) => listOf(isNumber, 2)(value) && (value as number[]).length === 2,
      }),
    }),
  },
  ["data", "layout"],
);

/** The chart of a script, with its texts unescaped; null if it breaks a rule, in which case it is not drawn. */
export function parseChart(script: string): ChartScript | null {
  if (new TextEncoder().encode(script).length > SIZE_MAX) return null;
  try {
    const chart: unknown = JSON.parse(script);
    return isChart(chart) ? (withTexts(chart, plainText) as ChartScript) : null;
  } catch {
    return null;
  }
}

/** @throws RangeError if the chart breaks a rule. */
export function writeChart(chart: ChartScript): string {
  const script = JSON.stringify(withTexts(chart, escaped));
  if (parseChart(script) === null) throw new RangeError("a chart must keep the rules of its script");
  return script;
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, change)]));
}

const ESCAPES: [string, string][] = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
];

/** Cuts the text before it is escaped, and again after, but never within an escape. */
function escaped(text: string): string {
  const safe = ESCAPES.reduce((done, [sign, written]) => done.replaceAll(sign, written), text);
  return safe.length <= TEXT_MAX ? safe : escaped([...text].slice(0, -1).join(""));
}

function plainText(text: string): string {
  return [...ESCAPES].reverse().reduce((done, [sign, written]) => done.replaceAll(written, sign), text);
}
