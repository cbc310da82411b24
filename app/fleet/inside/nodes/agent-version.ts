import { version } from "../../../../package.json";

/** The version of Millrace: agents and the control plane may have different ones (4.1). */
export const PRODUCT_VERSION: string = version;

/** Agents before this version report no version. */
const FIRST_NAMED = "0.1.0";

/** Compares an agent's version with that of this control plane, in words; null: the agent does not report one. */
export function agentVersionText(agent: string | null, own = PRODUCT_VERSION): string {
  if (agent === null) return `not named, older than ${FIRST_NAMED}`;
  return agent === own ? agent : `${agent}, ${ageOf(agent, own)} than this control plane (${own})`;
}

/** Describes the agent versions of a fleet to operators; null if all match this control plane. */
export function fleetVersionsText(agents: readonly (string | null)[], own = PRODUCT_VERSION): string | null {
  const counts = new Map<string | null, number>();
  for (const agent of agents) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  counts.delete(own);
  if (counts.size === 0) return null;
  const parts = [...counts]
    .sort(([one], [other]) => compareVersions(one ?? "", other ?? ""))
    .map(([agent, count]) =>
      agent === null
        ? `${count} ${count === 1 ? "reports" : "report"} no version (older than ${FIRST_NAMED})`
        : `${count} ${count === 1 ? "has" : "have"} ${agent} (${ageOf(agent, own)})`,
    );
  const all = agents.length === 1 ? "1 agent" : `${agents.length} agents`;
  return `Of ${all}, ${parts.join(", ")}; this control plane has ${own}. All of them keep working, without the features of newer versions.`;
}

function ageOf(agent: string, own: string): "older" | "newer" {
  return compareVersions(agent, own) < 0 ? "older" : "newer";
}

/** Compares versions by number: 0.9.0 is before 0.10.0. */
function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}
