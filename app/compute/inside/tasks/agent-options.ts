/** Monitoring inside a task (glossary: agent, the task option). */
export const AGENT_OPTIONS = ["no-agent", "stats", "stats-watchdog", "block-mining"] as const;
export type AgentOption = (typeof AGENT_OPTIONS)[number];
export const AGENT_DEFAULT: AgentOption = "no-agent";

export function isAgentOption(text: string): text is AgentOption {
  return AGENT_OPTIONS.some((option) => option === text);
}

/** Whether the agent stops a task whose GPUs idle (6.2). */
export function hasWatchdog(agent: AgentOption): boolean {
  return agent === "stats-watchdog" || agent === "block-mining";
}
