/** What becomes of an invitation (16.4): only one that is open can become anything else. */
export type InvitationState = "open" | "accepted" | "declined" | "withdrawn" | "expired";
export type InvitationAct = "accept" | "decline" | "withdraw";

const BECOMES = { accept: "accepted", decline: "declined", withdraw: "withdrawn" } as const;

/** What it is at `now`, as it is stored. */
export function presentState(
  { state, expiresAt }: { state: Exclude<InvitationState, "expired">; expiresAt: Date },
  now: Date,
): InvitationState {
  return state === "open" && expiresAt <= now ? "expired" : state;
}

/** What an act makes of it; null when it is over. */
export function afterAct(
  state: InvitationState,
  act: InvitationAct,
): Exclude<InvitationState, "open" | "expired"> | null {
  return state === "open" ? BECOMES[act] : null;
}
