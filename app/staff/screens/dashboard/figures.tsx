import { formatDollars, formatPercent, formatSpan } from "~/platform/ui/format";
import { Stat, StatRow } from "~/platform/ui/stat";
import { FigureLink } from "./figure-link";
import type { Attention } from "./read-attention.server";
import type { Business } from "./read-business.server";
import type { GpuUseView } from "./read-gpu-use.server";

interface FiguresProps {
  business: Business | null;
  gpuUse: GpuUseView | null;
  attention: Attention | null;
}

/** A row of the day's figures, each linked to its rows. */
export function Figures({ business, gpuUse, attention }: FiguresProps) {
  return (
    <StatRow>
      {business ? <Money business={business} /> : null}
      {gpuUse ? (
        <Stat
          label="GPUs busy"
          value={<FigureLink to={"/dashboard/free"}>{`${gpuUse.total.busy} of ${gpuUse.total.inService}`}</FigureLink>}
          note={formatPercent(gpuUse.total.busy, gpuUse.total.inService)}
        />
      ) : null}
      {attention ? (
        <Stat
          label="Tasks waiting"
          value={<FigureLink to={"/dashboard/scheduled"}>{attention.waiting.tasks}</FigureLink>}
          note={attention.waiting.tasks > 0 ? `longest ${formatSpan(attention.waiting.longestSeconds)}` : "none waits"}
        />
      ) : null}
      {attention ? (
        <Stat
          label="Nodes to look at"
          value={<FigureLink to={"/dashboard/nodes?show=attention"}>{attention.nodes.attention}</FigureLink>}
          note={`of ${attention.nodes.nodes}`}
        />
      ) : null}
      {business ? <SignUps business={business} /> : null}
    </StatRow>
  );
}

function Money({ business: { revenue, revenueBefore, weekday, fullHours } }: { business: Business }) {
  const until = `${String(fullHours).padStart(2, "0")}:00`;
  return (
    <Stat
      label="Revenue today"
      value={<FigureLink to={"/dashboard/money"}>{formatDollars(revenue)}</FigureLink>}
      note={`${formatDollars(revenueBefore)} by ${until} last ${weekday}`}
    />
  );
}

function SignUps({ business: { signUps, signUpsBefore, weekday, day } }: { business: Business }) {
  return (
    <Stat
      label="New users today"
      value={<FigureLink to={`/dashboard/users?start_date=${day}&end_date=${day}`}>{signUps}</FigureLink>}
      note={`${signUpsBefore} by this time last ${weekday}`}
    />
  );
}
