import { NETWORK_ROWS } from "~/compute/gpu-sizes";
import { formatSpan } from "./format";

/** Labels of networks (A1) and of agents (2.4). */
export const NETWORK_LABELS: Record<string, string> = Object.fromEntries(
  NETWORK_ROWS.map(({ name, label }) => [name, label]),
);

/** Short names of networks, for narrow places. */
export const NETWORK_NAMES: Record<string, string> = Object.fromEntries(
  NETWORK_ROWS.map(({ name, short }) => [name, short]),
);

/** Choices of 'Stop after' by their seconds (S16). */
export const STOP_AFTER_LABELS: Record<string, string> = {
  "0": "No end",
  "3600": "1 hour",
  "14400": "4 hours",
  "43200": "12 hours",
  "86400": "1 day",
  "604800": "7 days",
  "2592000": "30 days",
};

export function stopAfterLabel(seconds: string): string {
  return STOP_AFTER_LABELS[seconds] ?? formatSpan(Number(seconds));
}

export const AGENT_LABELS: Record<string, string> = {
  "no-agent": "No agent",
  stats: "Statistics",
  "stats-watchdog": "Statistics and watchdog",
  "block-mining": "Statistics, watchdog and coin-mining block",
};
