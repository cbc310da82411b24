import { formatCents, formatCount, formatPercent, formatSpan } from "~/platform/ui/format";
import type { ResultJson, VariantJson } from "~/rehearsal/inside/rehearsal-json";

type Truth = NonNullable<ResultJson["truth"]>;

/** Share of the truth above which a replay is far from it. */
const FAR = 0.05;

/** A figure of a variant, as the table and the file have it. */
export interface VariantFigure {
  label: string;
  /** Heading in a file, with its unit. */
  inFile: string;
  raw: (variant: VariantJson) => number | null;
  text: (value: number) => string;
  /** The figure as it really was, and of the baseline; omitted if no truth is measured. */
  compared?: (truth: Truth) => readonly [real: number | null, replayed: number | null];
  money?: true;
}

const FIGURES: readonly VariantFigure[] = [
  {
    label: "Mean wait",
    inFile: "Mean wait, s",
    raw: ({ mean_s }) => mean_s,
    text: waitText,
    compared: ({ mean_wait_real_s, mean_wait_replayed_s }) => [mean_wait_real_s, mean_wait_replayed_s],
  },
  { label: "95% waited at most", inFile: "95% waited at most, s", raw: ({ p95_s }) => p95_s, text: waitText },
  {
    label: "Tasks started",
    inFile: "Started",
    raw: ({ started }) => started,
    text: formatCount,
    compared: ({ started_real, started_replayed }) => [started_real, started_replayed],
  },
  {
    label: "Revenue",
    inFile: "Revenue, cents",
    raw: ({ cents }) => cents,
    text: formatCents,
    compared: ({ cents_real, cents_replayed }) => [cents_real, cents_replayed],
    money: true,
  },
  {
    label: "Utilisation",
    inFile: "Utilisation",
    raw: ({ utilisation }) => utilisation,
    text: (share) => formatPercent(share, 1),
  },
  {
    label: "Gangs over a day",
    inFile: "Gangs that waited over 24 h",
    raw: ({ gangs_over_day }) => gangs_over_day,
    text: formatCount,
  },
  { label: "Never started", inFile: "Never started", raw: ({ never_starts }) => never_starts, text: formatCount },
  { label: "Refused", inFile: "Refused by a limit", raw: ({ refused }) => refused, text: formatCount },
  {
    label: "GPU-hours lost",
    inFile: "GPU-hours lost to failures",
    raw: ({ gpu_hours_lost }) => gpu_hours_lost,
    text: (hours) => formatCount(Math.round(hours)),
  },
];

export function figuresOf(seesMoney: boolean): readonly VariantFigure[] {
  return seesMoney ? FIGURES : FIGURES.filter(({ money }) => !money);
}

/** A wait in its two largest units; nothing for none. */
export function waitText(seconds: number): string {
  return seconds < 1 ? "none" : formatSpan(seconds);
}

/** `1`, `2–4`, `16 and more` GPUs */
export function sizeText({ from_gpus: from, to_gpus: to }: { from_gpus: number; to_gpus: number | null }): string {
  if (to === null) return `${from} and more`;
  return from === to ? String(from) : `${from}–${to}`;
}

/** Error of the baseline as a share of the truth: `exact`, `+0.4%`; null without a measured truth. */
export function errorText({ compared }: VariantFigure, truth: Truth): string | null {
  const [real = null, replayed = null] = compared?.(truth) ?? [];
  if (real === null || replayed === null) return null;
  if (real === replayed) return "exact";
  if (real === 0) return "none was";
  const percent = ((replayed - real) / real) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)}%`;
}

/** The figures in which the replay is far from what happened, each with its error. */
export function farFromTruth(truth: Truth, seesMoney: boolean): string[] {
  return figuresOf(seesMoney).flatMap((figure) => {
    const [real, replayed] = figure.compared?.(truth) ?? [];
    const isFar =
      Math.abs((replayed ?? 0) - (real ?? 0)) > FAR * (real ?? 0) &&
      figure.text(real ?? 0) !== figure.text(replayed ?? 0);
    return isFar ? [`${figure.label.toLowerCase()} ${errorText(figure, truth) ?? "unknown"}`] : [];
  });
}
