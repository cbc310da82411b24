import { lastingLimit } from "~/platform/lasting-limit.server";
import { tooMany } from "../mail-limits.server";

const HOUR_S = 3600;

/** Limits mails that a team sends to others; counted after the right to send them was checked. */
export const teamMails = lastingLimit({ prefix: "team-mails", points: 30, durationS: HOUR_S, refusal: tooMany });

/** Limits invitations to an address, from all teams. */
export const invitationsTo = lastingLimit({ prefix: "invite-to", points: 5, durationS: HOUR_S, refusal: tooMany });
