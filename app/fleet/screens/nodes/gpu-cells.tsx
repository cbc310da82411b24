import { type NodeView, occupiedGpus } from "./node-view";

const FREE = "border bg-sunken";
const SHADES = ["bg-accent", "bg-accent/65", "bg-accent/85", "bg-accent/50"];

/** One cell per GPU, filled while a task holds it; neighbours of different tasks differ in shade. */
export function GpuCells({ view }: { view: NodeView }) {
  const occupied = occupiedGpus(view.tenants);
  const cells = Array.from({ length: view.gpus }, (_, id) => occupied.get(id));
  const inUse = cells.filter((place) => place !== undefined).length;
  return (
    <div className="flex items-center gap-3 text-sm text-muted tabular-nums">
      <div
        role="img"
        aria-label={`${inUse} of ${view.gpus} GPUs in use`}
        className="grid flex-1 grid-cols-8 gap-1"
        style={view.gpus > 8 ? { gridTemplateColumns: `repeat(${view.gpus}, minmax(0, 1fr))` } : undefined}
      >
        {cells.map((place, id) => (
          <span
            key={id}
            className={`h-4 rounded-[3px] ${place === undefined ? FREE : SHADES[place % SHADES.length]}`}
          />
        ))}
      </div>
      <span aria-hidden="true">{`${inUse}/${view.gpus}`}</span>
    </div>
  );
}
