import type { ApiKeyRow } from "~/accounts/list-api-keys.server";
import type { MemberRow } from "~/accounts/list-team.server";
import type { OwnTeam } from "~/accounts/switch-team.server";
import type { SessionRow } from "~/accounts/list-sessions.server";
import type { SavedCard } from "~/payments/card-label";
import type { TopUpRow } from "~/payments/list-top-ups.server";
import type { VolumeRow } from "~/compute/list-volumes.server";
import type { ReservationRow } from "~/compute/list-reservations.server";
import { epochSeconds } from "~/platform/epoch-seconds";

/** Rows of the user screen for the browser: times in epoch seconds, and only what staff need. */

export type ReservationView = ReturnType<typeof reservationView>;
export type VolumeView = ReturnType<typeof volumeView>;
export type CardView = ReturnType<typeof cardView>;
export type TopUpView = ReturnType<typeof topUpView>;
export type SessionView = ReturnType<typeof sessionView>;
export type ApiKeyView = ReturnType<typeof apiKeyView>;

export function reservationView({ accepted_at, finished_at, ...row }: ReservationRow) {
  return { ...row, ts_accepted: epochSeconds(accepted_at), ts_finished: finished_at ? epochSeconds(finished_at) : 0 };
}

/** Without what it costs while it is unpaid, which only some staff may see (23.3). */
export function volumeView({ dollars_due: _dollarsDue, ...volume }: VolumeRow) {
  return volume;
}

/** Without the provider's id and the holder's name. */
export function cardView({ brand, last4, expMonth, expYear, isDefault }: SavedCard) {
  return { brand, last4, expMonth, expYear, isDefault };
}

export function topUpView({ at, ...row }: TopUpRow) {
  return { ...row, ts: epochSeconds(at) };
}

/** Without its id, which is the cookie's hash. */
export function sessionView({ userAgent, ip, loginTs, lastSeenTs }: SessionRow) {
  return { userAgent, ip, loginTs, lastSeenTs };
}

/** `mr_…` and the last four characters, for everyone (0.10). */
export function apiKeyView({ last4, ...key }: ApiKeyRow) {
  return { ...key, masked: `mr_…${last4}` };
}

export type MemberView = ReturnType<typeof memberView>;

/** Without limit and spend, which are the team's own business. */
export function memberView({ user_id, name, email, role, ts_joined }: MemberRow) {
  return { user_id, name, email, role, ts_joined };
}

export function otherTeams(teams: readonly OwnTeam[], tenantId: number) {
  return teams.filter((team) => team.tenantId !== tenantId).map(({ tenantName, role }) => ({ tenantName, role }));
}
