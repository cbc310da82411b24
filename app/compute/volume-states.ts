/** States of a volume (17.2). */
export const VOLUME_STATES = ["copying", "kept", "unpaid", "failed", "deleting", "deleted"] as const;
export type VolumeState = (typeof VOLUME_STATES)[number];

/** Every possible move of a volume. A deleted one stays deleted. */
export const VOLUME_MOVES: Readonly<Record<VolumeState, readonly VolumeState[]>> = {
  copying: ["kept", "failed", "deleting"],
  kept: ["unpaid", "deleting"],
  unpaid: ["kept", "deleting"],
  failed: ["deleting"],
  deleting: ["deleted"],
  deleted: [],
};

/** The states from which that state can be reached. */
export function statesBefore(to: VolumeState): VolumeState[] {
  return VOLUME_STATES.filter((from) => VOLUME_MOVES[from].includes(to));
}
