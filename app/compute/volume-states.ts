/** States of a volume (17.2). */
export const VOLUME_STATES = ["copying", "kept", "unpaid", "failed", "deleting", "deleted"] as const;
export type VolumeState = (typeof VOLUME_STATES)[number];

/** Every move there is: from where to where. What is deleted stays so. */
export const VOLUME_MOVES: Readonly<Record<VolumeState, readonly VolumeState[]>> = {
  copying: ["kept", "failed", "deleting"],
  kept: ["unpaid", "deleting"],
  unpaid: ["kept", "deleting"],
  failed: ["deleting"],
  deleting: ["deleted"],
  deleted: [],
};

/** The states from which there is a move there. */
export function statesBefore(to: VolumeState): VolumeState[] {
  return VOLUME_STATES.filter((from) => VOLUME_MOVES[from].includes(to));
}
