import type { EngineKind } from "./engine";

/** Kinds of engines that an admin can connect. */
export type SiteKind = Exclude<EngineKind, "fake">;

/** Names of engines on screens. */
export const ENGINE_NAMES: Record<EngineKind, string> = { slurm: "Slurm", kubernetes: "Kubernetes", fake: "Test" };
