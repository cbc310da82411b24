/** Monitoring inside a task (glossary: agent, the task option). */
export const AGENT_OPTIONS = ["no-agent", "stats", "stats-watchdog", "block-mining"] as const;
export type AgentOption = (typeof AGENT_OPTIONS)[number];
export const AGENT_DEFAULT: AgentOption = "no-agent";

export function isAgentOption(text: string): text is AgentOption {
  return AGENT_OPTIONS.some((option) => option === text);
}

/** Agents that stop a task with idle GPUs (6.2). */
const WATCHDOGS = ["stats-watchdog", "block-mining"] as const satisfies AgentOption[];

export function hasWatchdog(agent: AgentOption): boolean {
  return WATCHDOGS.some((watchdog) => watchdog === agent);
}

/** SQL condition for a watchdog, after a task's alias. */
export const HAS_WATCHDOG = `agent in ('${WATCHDOGS.join("', '")}')`;
