import { GPU_CHOICES } from "~/compute/gpu-sizes";
import type { FreeRow } from "~/compute/read-free.server";
import { classes } from "~/platform/ui/classes";
import { reservationGpuLabel } from "~/platform/ui/gpu-choice";
import { NETWORK_LABELS, NETWORK_NAMES } from "~/platform/ui/labels";
import { Link } from "~/platform/ui/link";
import { Panel } from "~/platform/ui/panel";
import { Stale } from "~/platform/ui/stale";
import { saveDraft } from "./draft";
import { type Choice, rowKey, searchOfChoice } from "./choice";

interface FitsMatrixProps {
  choice: Choice;
  free: FreeRow[];
  ageSeconds: number | null;
  /** Address of the form that a cell fills, up to the query of the choice. */
  to: string;
}

interface Line {
  row: FreeRow;
  network: string;
  fits: number[];
}

/** Sizes that would start now, by cluster, network and number of GPUs (S3); a cell fills the form. */
export function FitsMatrix({ choice, free, ageSeconds, to }: FitsMatrixProps) {
  const lines = free.flatMap(linesOf);
  if (lines.length === 0) return null;
  return (
    <Panel title="What fits right now" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
      <table className="w-full table-fixed text-sm tabular-nums">
        <caption className="sr-only">GPUs that would start now; choose a cell to fill the form</caption>
        <thead>
          <tr className="border-b text-muted">
            <th scope="col" className="w-[32%] py-2 pr-1 pl-4 text-left font-medium sm:pl-5">
              GPUs
            </th>
            {GPU_CHOICES.map((gpus) => (
              <th
                key={gpus}
                scope="col"
                className="px-0.5 py-2 text-center text-xs font-medium last:w-[12%] last:pr-3.5"
              >
                {compactLabel(gpus)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {lines.map((line) => (
            <tr key={`${rowKey(line.row)} ${line.network}`}>
              <th scope="row" className="py-2 pr-1 pl-4 text-left font-normal sm:pl-5">
                <span className="block font-medium break-words">
                  {line.row.cluster_name} · {line.row.gpu_type}
                </span>
                <span className="block text-xs text-muted">{NETWORK_NAMES[line.network]}</span>
              </th>
              {GPU_CHOICES.map((gpus) => (
                <td key={gpus} className="px-0.5 py-1.5 text-center last:pr-3.5">
                  <Cell line={line} gpus={gpus} choice={choice} to={to} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t px-4 py-2.5 text-xs text-muted sm:px-5">
        ✓ starts at once. The others can wait in the queue.
      </p>
    </Panel>
  );
}

/** Builds one line for each network of a row, in the row's order. */
function linesOf(row: FreeRow): Line[] {
  return Object.entries(row.fits).map(([network, fits]) => ({ row, network, fits }));
}

/** `2×8`: the columns are narrow. */
function compactLabel(gpus: number): string {
  return reservationGpuLabel(gpus).replaceAll(" ", "");
}

function Cell({ line, gpus, choice, to }: { line: Line; gpus: number; choice: Choice; to: string }) {
  const { row, network, fits } = line;
  const chosen = { ...choice, row: rowKey(row), network, gpu_min: String(gpus) };
  const current = choice.row === chosen.row && choice.network === network && choice.gpu_min === chosen.gpu_min;
  const fitsNow = fits.includes(gpus);
  const says = fitsNow ? "starts at once" : "has to queue";
  return (
    <Link
      to={`${to}${searchOfChoice(chosen)}`}
      preventScrollReset
      onClick={() => saveDraft(chosen)}
      aria-current={current ? "true" : undefined}
      aria-label={`${reservationGpuLabel(gpus)} GPUs, ${row.cluster_name} ${row.gpu_type}, ${NETWORK_LABELS[network]}: ${says}`}
      className={classes(
        "mx-auto grid h-8 w-full max-w-11 place-items-center rounded-control text-sm",
        fitsNow ? "bg-ok-soft font-semibold text-ok" : "bg-sunken text-muted",
        "hover:outline-2 hover:outline-accent",
        current && "outline-2 outline-accent",
      )}
    >
      {fitsNow ? "✓" : "–"}
    </Link>
  );
}
