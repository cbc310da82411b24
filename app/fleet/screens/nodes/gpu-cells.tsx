import { type NodeView, occupiedGpus } from "./node-view";

/** Drawn in node-card.css. */
const SHADES = 4;

/** One cell per GPU, filled while a task holds it; neighbours of different tasks differ in shade. */
export function GpuCells({ view }: { view: NodeView }) {
  const occupied = occupiedGpus(view.tenants);
  const cells = Array.from({ length: view.gpus }, (_, id) => occupied.get(id));
  const inUse = cells.filter((place) => place !== undefined).length;
  return (
    <div className="gpu-cells">
      <div
        role="img"
        aria-label={`${inUse} of ${view.gpus} GPUs in use`}
        // The style sheet has rules for eight.
        style={view.gpus > 8 ? { gridTemplateColumns: `repeat(${view.gpus}, minmax(0, 1fr))` } : undefined}
      >
        {cells.map((place, id) => (
          <span key={id} data-task={place === undefined ? undefined : place % SHADES} />
        ))}
      </div>
      <span aria-hidden="true">{`${inUse}/${view.gpus}`}</span>
    </div>
  );
}
