import { errorShare } from "~/rehearsal/error-share";
import { formatCents, formatCount, formatPercent, formatSpan } from "~/platform/ui/format";
import type { MeasuredJson, ResultJson, VariantJson } from "~/rehearsal/inside/rehearsal-json";

/** A smaller error is shown as this one, so that it never looks like none. */
const LEAST_PERCENT = 0.001;
/** Share of the truth above which a replay is far from it. */
const FAR = 0.05;

/** A figure of a variant or of the past as it happened, for the table and the file. */
export interface VariantFigure {
  label: string;
  /** Heading in a file, with its unit. */
  inFile: string;
  /** Undefined: the past has no record of it. */
  raw: (of: MeasuredJson & Partial<Pick<VariantJson, "refused">>) => number | null | undefined;
  text: (value: number) => string;
  /** Its error in words. */
  error: typeof errorText;
  money?: true;
}

const FIGURES: readonly VariantFigure[] = [
  waitFigure("Mean wait", ({ mean_s }) => mean_s),
  waitFigure("Half waited at most", ({ p50_s }) => p50_s),
  waitFigure("95% waited at most", ({ p95_s }) => p95_s),
  waitFigure("99% waited at most", ({ p99_s }) => p99_s),
  { label: "Tasks started", inFile: "Started", raw: ({ started }) => started, text: formatCount, error: errorText },
  {
    label: "Revenue",
    inFile: "Revenue, cents",
    raw: ({ cents }) => cents,
    text: formatCents,
    error: errorText,
    money: true,
  },
  {
    label: "Utilisation",
    inFile: "Utilisation",
    raw: ({ utilisation }) => utilisation,
    text: (share) => formatPercent(share, 1),
    error: errorText,
  },
  { label: "GPU-hours", inFile: "GPU-hours", raw: ({ gpu_hours }) => gpu_hours, text: wholeText, error: errorText },
  {
    label: "GPU-hours lost",
    inFile: "GPU-hours lost to failures",
    raw: ({ gpu_hours_lost }) => gpu_hours_lost,
    text: wholeText,
    error: errorText,
  },
  {
    label: "Gangs over a day",
    inFile: "Gangs that waited over 24 h",
    raw: ({ gangs_over_day }) => gangs_over_day,
    text: formatCount,
    error: errorText,
  },
  {
    label: "Never started",
    inFile: "Never started",
    raw: ({ never_starts }) => never_starts,
    text: formatCount,
    error: errorText,
  },
  {
    label: "Refused",
    inFile: "Refused by a limit",
    raw: ({ refused }) => refused,
    text: formatCount,
    error: errorText,
  },
];

function waitFigure(label: string, raw: VariantFigure["raw"]): VariantFigure {
  return { label, inFile: `${label}, s`, raw, text: waitText, error: waitErrorText };
}

export function figuresOf(seesMoney: boolean): readonly VariantFigure[] {
  return seesMoney ? FIGURES : FIGURES.filter(({ money }) => !money);
}

/** A wait in its two largest units; nothing for none. */
export function waitText(seconds: number): string {
  return seconds < 1 ? "none" : formatSpan(seconds);
}

function wholeText(hours: number): string {
  return formatCount(Math.round(hours));
}

/** `1`, `2–4`, `16 and more` GPUs */
export function sizeText({ from_gpus: from, to_gpus: to }: { from_gpus: number; to_gpus: number | null }): string {
  if (to === null) return `${from} and more`;
  return from === to ? String(from) : `${from}–${to}`;
}

/** Error of the baseline as a share of the truth: `exact`, `+0.4%`. A truth that is undefined was not recorded. */
export function errorText(real: number | null | undefined, replayed: number | null | undefined): string {
  if (real === undefined) return "not recorded";
  const share = errorShare(real, replayed ?? null);
  if (share === null) return real === (replayed ?? null) ? "–" : real ? "none is" : "none was";
  if (share === 0) return "exact";
  const percent = Math.max(Math.abs(share) * 100, LEAST_PERCENT);
  return `${share < 0 ? "−" : "+"}${percent.toFixed(percent < 0.1 ? 3 : percent < 10 ? 1 : 0)}%`;
}

/** Truth of a wait in seconds under which its error is shown in seconds: a share of next to nothing says nothing. */
const SHORT_WAIT_S = 60;

/** Error of a wait of the baseline. */
export function waitErrorText(real: number | null | undefined, replayed: number | null | undefined): string {
  const by = (replayed ?? NaN) - (real ?? NaN);
  if (Number.isNaN(by) || by === 0 || (real ?? 0) >= SHORT_WAIT_S) return errorText(real, replayed);
  const seconds = Math.round(Math.abs(by));
  if (seconds === 0) return "under 1 s";
  return `${by < 0 ? "−" : "+"}${seconds < SHORT_WAIT_S ? `${seconds} s` : formatSpan(seconds)}`;
}

/** Figures in which a wrong replay must be said at once. */
const LEADING = ["Mean wait", "Tasks started", "Revenue"];

/** The leading figures in which the replay is far from what happened, each with its error. */
export function farFromTruth({ truth, variants: [baseline] }: ResultJson, seesMoney: boolean): string[] {
  const real = truth?.real;
  if (!real || !baseline) return [];
  return figuresOf(seesMoney).flatMap(({ label, raw, text, error }) => {
    const [was, is] = [raw(real) ?? 0, raw(baseline) ?? 0];
    const isFar = LEADING.includes(label) && Math.abs(is - was) > FAR * was && text(was) !== text(is);
    return isFar ? [`${label.toLowerCase()} ${error(was, is)}`] : [];
  });
}
