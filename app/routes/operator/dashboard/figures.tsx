import { formatDollars, formatPercent, formatSpan } from "~/ui/format";
import { Stat, StatRow } from "~/ui/stat";
import { Link } from "~/ui/link";
import type { Attention } from "./read-attention.server";
import type { Business } from "./read-business.server";
import type { GpuUseView } from "./read-gpu-use.server";

interface FiguresProps {
  business: Business | null;
  gpuUse: GpuUseView | null;
  attention: Attention | null;
}

/** The day in a row of figures, each a link to what it counts. */
export function Figures({ business, gpuUse, attention }: FiguresProps) {
  return (
    <StatRow>
      {business ? <Money business={business} /> : null}
      {gpuUse ? (
        <Stat
          label="GPUs busy"
          value={<To to={"/dashboard/free"}>{`${gpuUse.total.busy} of ${gpuUse.total.inService}`}</To>}
          note={formatPercent(gpuUse.total.busy, gpuUse.total.inService)}
        />
      ) : null}
      {attention ? (
        <Stat
          label="Tasks waiting"
          value={<To to={"/dashboard/scheduled"}>{attention.waiting.tasks}</To>}
          note={attention.waiting.tasks > 0 ? `longest ${formatSpan(attention.waiting.longestSeconds)}` : "none waits"}
        />
      ) : null}
      {attention ? (
        <Stat
          label="Nodes to look at"
          value={
            <To to={"/dashboard/nodes?show=attention"}>
              {attention.nodes.dead + attention.nodes.failing + attention.nodes.occupied}
            </To>
          }
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
      value={<To to={"/dashboard/money"}>{formatDollars(revenue)}</To>}
      note={`${formatDollars(revenueBefore)} by ${until} last ${weekday}`}
    />
  );
}

function SignUps({ business: { signUps, signUpsBefore, weekday, day } }: { business: Business }) {
  return (
    <Stat
      label="New users today"
      value={<To to={`/dashboard/users?start_date=${day}&end_date=${day}`}>{signUps}</To>}
      note={`${signUpsBefore} by this time last ${weekday}`}
    />
  );
}

function To({ to, children }: { to: string; children: string | number }) {
  return (
    <Link to={to} className="decoration-1 underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
