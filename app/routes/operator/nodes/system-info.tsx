import type { ReactNode } from "react";
import { NODE_DEAD_DEFAULT_S } from "~/domain/nodes/node-health";
import type { Fact } from "~/ui/facts";
import { formatGb, formatMb } from "~/ui/format";
import { Time } from "~/ui/time";
import { reportAgeSeconds, type TimedSysinfo } from "./node-view";

interface SystemInfoProps {
  /** Null for a node that never reported. */
  sysinfo: TimedSysinfo | null;
  /** What an admin can do with the node. */
  children?: ReactNode;
}

/** Every field of a node's report (3.2), in a list that opens under a line with the most asked-for ones. */
export function SystemInfo({ sysinfo, children }: SystemInfoProps) {
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
        {factsOf(sysinfo).map((fact) => (
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

function factsOf(sysinfo: TimedSysinfo): Fact[] {
  return [
    { label: "CPU cores", value: sysinfo.cpu_cores },
    { label: "Memory free", value: `${formatMb(sysinfo.mem_free)} of ${formatMb(sysinfo.mem_mb)}` },
    { label: "GPUs", value: sysinfo.gpus },
    { label: "Disk free", value: `${formatGb(sysinfo.disk_free)} of ${formatGb(sysinfo.disk_total)}` },
    { label: "Disk", value: sysinfo.disk_name || "–" },
    { label: "Errors", value: sysinfo.error_counter },
    { label: "InfiniBand ports active", value: sysinfo.ibs_active },
    { label: "Kernel", value: sysinfo.kernel || "–" },
    { label: "Updates available", value: sysinfo.updates_available },
    { label: "Needs reboot", value: sysinfo.ubuntu_needs_reboot === 1 ? "yes" : "no" },
    { label: "Reported", value: <Reported sysinfo={sysinfo} /> },
    { label: "Dead after", value: `${sysinfo.reported_ts_dead ?? NODE_DEAD_DEFAULT_S} s` },
  ];
}

function Reported({ sysinfo }: { sysinfo: TimedSysinfo }) {
  return (
    <>
      <Time epochSeconds={sysinfo.reported_ts} /> {`(${reportAgeSeconds(sysinfo)} s ago)`}
    </>
  );
}
