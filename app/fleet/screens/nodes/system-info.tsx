import type { ReactNode } from "react";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import { agentVersionText } from "~/fleet/inside/nodes/agent-version";
import type { SysinfoRow } from "~/fleet/read-sysinfo.server";
import type { Fact } from "~/platform/ui/facts";
import { formatGb, formatMb } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";
import { reportAgeSeconds, type TimedSysinfo } from "./node-view";

interface SystemInfoProps {
  /** Null for a node that never reported. */
  sysinfo: TimedSysinfo | null;
  /** Null if the node's agent reports none. */
  agentVersion: string | null;
  /** An admin's actions on the node. */
  children?: ReactNode;
}

/**
 * Every field of a node's report (3.2) and its agent's version, in a list that opens under a line with the most
 * important ones.
 */
export function SystemInfo({ sysinfo, agentVersion, children }: SystemInfoProps) {
  if (!sysinfo) {
    return (
      <div className="flex items-center justify-between gap-3 text-sm text-muted">Has not reported yet {children}</div>
    );
  }
  return (
    <details className="node-system">
      <summary>
        <span>{`${formatMb(sysinfo.mem_free)} RAM, ${formatGb(sysinfo.disk_free)} disk free`}</span>
        <span>
          <span>System</span>
          <span>Less</span>
        </span>
      </summary>
      <dl>
        {systemFacts(sysinfo, agentVersion).map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {children ? <div>{children}</div> : null}
    </details>
  );
}

/** Builds the facts by the report's fields, in their order on the screen; null for one that another line shows. */
export function systemFacts(sysinfo: TimedSysinfo, agentVersion: string | null): Fact[] {
  const facts: Record<keyof SysinfoRow | "agent_version", Fact | null> = {
    cpu_cores: { label: "CPU cores", value: sysinfo.cpu_cores },
    mem_free: { label: "Memory free", value: `${formatMb(sysinfo.mem_free)} of ${formatMb(sysinfo.mem_mb)}` },
    mem_mb: null,
    gpus: { label: "GPUs", value: sysinfo.gpus },
    disk_free: { label: "Disk free", value: `${formatGb(sysinfo.disk_free)} of ${formatGb(sysinfo.disk_total)}` },
    disk_total: null,
    disk_name: { label: "Disk", value: sysinfo.disk_name || "–" },
    error_counter: { label: "Errors", value: sysinfo.error_counter },
    ibs_active: { label: "InfiniBand ports active", value: sysinfo.ibs_active },
    kernel: { label: "Kernel", value: sysinfo.kernel || "–" },
    agent_version: { label: "Agent version", value: agentVersionText(agentVersion) },
    updates_available: { label: "Updates available", value: sysinfo.updates_available },
    ubuntu_needs_reboot: { label: "Needs reboot", value: sysinfo.ubuntu_needs_reboot === 1 ? "yes" : "no" },
    reported_ts: { label: "Reported", value: <Reported sysinfo={sysinfo} /> },
    reported_ts_dead: { label: "Dead after", value: `${sysinfo.reported_ts_dead ?? NODE_DEAD_DEFAULT_S} s` },
  };
  return Object.values(facts).filter((fact) => fact !== null);
}

function Reported({ sysinfo }: { sysinfo: TimedSysinfo }) {
  return (
    <>
      <Time epochSeconds={sysinfo.reported_ts} /> {`(${reportAgeSeconds(sysinfo)} s ago)`}
    </>
  );
}
