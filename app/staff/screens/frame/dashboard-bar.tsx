import { formatCount, formatDollars } from "~/platform/ui/format";
import { Stale } from "~/platform/ui/stale";
import { type LoadedStats, useStats } from "./use-stats";

/** The day's figures so far, on top of every dashboard screen (2.4). */
export function DashboardBar({ loaded }: { loaded: LoadedStats }) {
  const { stats, ageSeconds } = useStats(loaded);
  return (
    <section
      aria-label="Since 00:00 UTC"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 max-sm:w-full lg:ml-auto"
    >
      <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-xs max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:gap-x-3">
        <Figure label="Money" value={formatDollars(stats.dollars)} />
        <Figure label="Running Tasks" value={stats.tasks} />
        {stats.new_tasks > 0 ? <Figure label="New Tasks" value={stats.new_tasks} /> : null}
        <Figure label="Finished Tasks" value={stats.finished_tasks} />
        {stats.new_clients > 0 ? <Figure label="New users" value={stats.new_clients} /> : null}
      </dl>
      <Stale ageSeconds={ageSeconds} />
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string | number }) {
  return (
    <div className="flex items-baseline gap-x-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{typeof value === "number" ? formatCount(value) : value}</dd>
    </div>
  );
}
