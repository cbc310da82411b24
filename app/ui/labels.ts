/** Labels of networks and agents as the documentation spells them (section 11, 2.4). */
export const NETWORK_LABELS: Record<string, string> = {
  ethernet: "Standart Ethernet",
  infiniband: "200 mbit Infiniband",
};

export const AGENT_LABELS: Record<string, string> = {
  "no-agent": "No agent",
  stats: "Statistics",
  "stats-watchdog": "Statistics and watchdog",
  "block-mining": "Statistics, watchdog, blocks coin mining",
};
