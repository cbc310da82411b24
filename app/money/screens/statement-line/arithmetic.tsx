import type { ReactNode } from "react";
import { classes } from "~/platform/ui/classes";
import { formatCents } from "~/platform/ui/format";
import { formatSeconds } from "./format-seconds";
import type { Amount, TaskPart } from "./line-page.server";
import { Second } from "./second";

/** Price, seconds and sums, as on paper. */
export function Arithmetic({ task }: { task: TaskPart }) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p>
        {formatCents(task.perGpu)} per GPU-hour × {task.gpus} {task.gpuType} in {task.clusterName} ={" "}
        {formatCents(task.pph)} per hour = {task.unitsPerSecond} units per second.
        <span className="text-muted"> A unit is 1/3600 cent, so that no second needs rounding.</span>
      </p>
      <table className="w-full tabular-nums">
        <caption className="sr-only">Arithmetic</caption>
        <tbody className="divide-y">
          {task.stretches.map((stretch) => (
            <Row
              key={stretch.from}
              text={
                <>
                  <Second at={stretch.from} /> to <Second at={stretch.to} />:{" "}
                  <span className="whitespace-nowrap">
                    {formatSeconds(stretch.seconds)} s × {task.unitsPerSecond}
                  </span>
                </>
              }
              amount={stretch.amount}
            />
          ))}
          <Row text={`Charged for ${formatSeconds(task.seconds)} s`} amount={task.charged} />
          <Row text="Fraction of a cent, returned at settlement" amount={task.givenBack} />
          <Row text="Recalculated amount" amount={task.recomputed} strong />
          <Row text="Amount in the ledger" amount={task.ledger} strong />
          <Row text={task.equal ? "Difference ✓" : "Difference ✗"} amount={task.difference} strong />
        </tbody>
      </table>
    </div>
  );
}

function Row({ text, amount, strong = false }: { text: ReactNode; amount: Amount; strong?: boolean }) {
  return (
    <tr className={strong ? "font-medium" : undefined}>
      <th scope="row" className={classes("py-2 pr-4 text-left", strong ? "font-medium" : "font-normal")}>
        {text}
      </th>
      <td className="py-2 text-right align-top whitespace-nowrap sm:pr-4">{amount.units} units</td>
      <td className="py-2 text-right align-top whitespace-nowrap text-muted max-sm:hidden">{amount.dollars}</td>
    </tr>
  );
}
