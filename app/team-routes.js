/** The rows of teams in the routes table (`routes.js`), which gives what makes a row. Their screen is a row of `menu-screens.js`. */

/**
 * @template Row
 * @param {(folder: string, title: string, about: string) => (url: string, name: string) => Row} pathsOf
 */
export const teamPaths = (pathsOf) => {
  const teams = pathsOf("teams", "Teams", "Who belongs to a tenant, as what, and who is invited.");
  return [
    teams("/v1/team", "team"),
    teams("/v1/team/invitations", "invite"),
    teams("/v1/team/invitations/withdraw", "withdraw"),
    teams("/v1/team/members/change", "change-member"),
    teams("/v1/team/members/remove", "remove-member"),
    teams("/v1/team/leave", "leave"),
    teams("/v1/team/hand-over", "hand-over"),
    teams("/v1/teams", "teams"),
    teams("/v1/teams/switch", "switch"),
  ];
};
