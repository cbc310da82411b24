/** States of an invitation (16.4): only an open one can change. */
export type InvitationState = "open" | "accepted" | "declined" | "withdrawn" | "expired";
export type InvitationAct = "accept" | "decline" | "withdraw";

const BECOMES = { accept: "accepted", decline: "declined", withdraw: "withdrawn" } as const;

/** The state at `now` of a stored invitation. */
export function presentState(
  { state, expiresAt }: { state: Exclude<InvitationState, "expired">; expiresAt: Date },
  now: Date,
): InvitationState {
  return state === "open" && expiresAt <= now ? "expired" : state;
}

/** The state after an act; null if the invitation is over. */
export function afterAct(
  state: InvitationState,
  act: InvitationAct,
): Exclude<InvitationState, "open" | "expired"> | null {
  return state === "open" ? BECOMES[act] : null;
}
