import { classes } from "~/ui/classes";
import { type NodeView, occupiedGpus } from "./node-view";

/** One cell per GPU, filled while a task holds it; neighbours of different tasks differ in shade. */
export function GpuCells({ view }: { view: NodeView }) {
  const occupied = occupiedGpus(view.tenants);
  const cells = Array.from({ length: view.gpus }, (_, id) => occupied.get(id));
  const inUse = cells.filter((place) => place !== undefined).length;
  return (
    <div className="flex items-center gap-3">
      <div
        role="img"
        aria-label={`${inUse} of ${view.gpus} GPUs in use`}
        className="grid flex-1 gap-1"
        style={{ gridTemplateColumns: `repeat(${Math.max(8, view.gpus)}, minmax(0, 1fr))` }}
      >
        {cells.map((place, id) => (
          <span
            key={id}
            className={classes(
              "h-4 rounded-[3px]",
              place === undefined ? "border bg-sunken" : SHADES[place % SHADES.length],
            )}
          />
        ))}
      </div>
      <span aria-hidden="true" className="text-sm text-muted tabular-nums">
        {inUse}/{view.gpus}
      </span>
    </div>
  );
}

const SHADES = ["bg-accent", "bg-accent/65", "bg-accent/85", "bg-accent/50"];
