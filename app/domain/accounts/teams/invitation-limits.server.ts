import { lastingLimit } from "~/domain/lasting-limit.server";
import { tooMany } from "../mail-limits.server";

const HOUR_S = 3600;

/** Mails to others that a team causes; counted after the right to send them was looked at. */
export const teamMails = lastingLimit({ prefix: "team-mails", points: 30, durationS: HOUR_S, refusal: tooMany });

/** Invitations that an address gets, from whichever teams. */
export const invitationsTo = lastingLimit({ prefix: "invite-to", points: 5, durationS: HOUR_S, refusal: tooMany });
