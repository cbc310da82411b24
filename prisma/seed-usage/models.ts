import type { UsageKind } from "~/usage/grains";

/** A model of the demo, with a typical call. */
export interface DemoModel {
  name: string;
  /** Weight of its choice, relative to the others. */
  weight: number;
  kinds: readonly [UsageKind, ...UsageKind[]];
  /** Tokens of a usual call. */
  prompt: number;
  generated: number;
  /** Share of the prompt that comes from a cache; 0: the model has none. */
  cached: number;
  /** Milliseconds of a usual call. */
  latencyMs: number;
  /** GPUs of a model that runs on ours and reports their use; null for other models. */
  gpus: number | null;
  /** Days ago that it appeared; `until` that it disappeared. */
  from: number;
  until: number;
}

const ALWAYS = { from: 1_000, until: 0 };

export const MODELS: readonly [DemoModel, ...DemoModel[]] = [
  {
    ...ALWAYS,
    ...{
      name: "code-7b",
      weight: 30,
      kinds: ["completion"],
      prompt: 900,
      generated: 60,
      cached: 0.55,
      latencyMs: 240,
      gpus: 2,
    },
  },
  {
    ...ALWAYS,
    ...{ name: "chat-large", weight: 18, kinds: ["chat", "chat", "agent"], prompt: 2600, generated: 520, cached: 0.3 },
    ...{ latencyMs: 2900, gpus: 8 },
  },
  {
    ...ALWAYS,
    ...{
      name: "agent-pro",
      weight: 12,
      kinds: ["agent"],
      prompt: 9800,
      generated: 900,
      cached: 0.72,
      latencyMs: 6400,
      gpus: 8,
    },
  },
  {
    ...ALWAYS,
    ...{ name: "vendor/model-x_2", weight: 10, kinds: ["chat", "agent"], prompt: 4200, generated: 700, cached: 0.4 },
    ...{ latencyMs: 3800, gpus: null },
  },
  {
    ...ALWAYS,
    ...{
      name: "chat-small",
      weight: 9,
      kinds: ["chat"],
      prompt: 1200,
      generated: 300,
      cached: 0.2,
      latencyMs: 800,
      gpus: 2,
    },
  },
  {
    ...{ name: "code-34b", weight: 7, kinds: ["completion", "chat"], prompt: 1800, generated: 160, cached: 0.5 },
    ...{ latencyMs: 950, gpus: 4, from: 1_000, until: 21 },
  },
  {
    ...{ name: "code-32b-next", weight: 11, kinds: ["completion", "chat"], prompt: 2000, generated: 180, cached: 0.6 },
    ...{ latencyMs: 760, gpus: 4, from: 26, until: 0 },
  },
  {
    ...ALWAYS,
    ...{
      name: "vendor/mini.1",
      weight: 5,
      kinds: ["chat"],
      prompt: 800,
      generated: 220,
      cached: 0,
      latencyMs: 620,
      gpus: null,
    },
  },
  {
    ...ALWAYS,
    ...{ name: "reason-70b", weight: 4, kinds: ["agent", "chat"], prompt: 3600, generated: 2400, cached: 0.15 },
    ...{ latencyMs: 14_000, gpus: 8 },
  },
  {
    ...ALWAYS,
    ...{
      name: "review-13b",
      weight: 3,
      kinds: ["agent"],
      prompt: 6200,
      generated: 380,
      cached: 0.45,
      latencyMs: 2100,
      gpus: 4,
    },
  },
  {
    ...ALWAYS,
    ...{
      name: "labs/preview.3-b",
      weight: 2,
      kinds: ["chat"],
      prompt: 1500,
      generated: 450,
      cached: 0,
      latencyMs: 1900,
      gpus: null,
    },
  },
  {
    ...ALWAYS,
    ...{ name: "chat-large-2024_legacy", weight: 1, kinds: ["chat"], prompt: 1900, generated: 340, cached: 0 },
    ...{ latencyMs: 3300, gpus: 8 },
  },
];

/** Coins per million tokens: prompt, generated, read from a cache, written to it. `*` prices the models without a line. */
export const PRICES: Record<string, [prompt: number, generated: number, cacheRead: number, cacheCreation: number]> = {
  "*": [600_000, 2_400_000, 60_000, 750_000],
  "code-7b": [200_000, 800_000, 20_000, 250_000],
  "chat-large": [900_000, 3_600_000, 90_000, 1_125_000],
  "agent-pro": [1_200_000, 6_000_000, 120_000, 1_500_000],
  "vendor/model-x_2": [1_500_000, 7_500_000, 150_000, 1_875_000],
  "chat-small": [250_000, 1_000_000, 25_000, 312_500],
  "code-34b": [400_000, 1_600_000, 40_000, 500_000],
  "code-32b-next": [350_000, 1_400_000, 35_000, 437_500],
  "reason-70b": [1_100_000, 5_500_000, 110_000, 1_375_000],
};
