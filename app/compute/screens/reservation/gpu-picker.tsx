import type { FreeRow } from "~/compute/read-free.server";
import { GpuCards, type GpuCardsProps, placeLabel, PlaceText } from "~/compute/views/gpu-cards";
import { rowKey } from "./choice";
import { type Filter, GpuFilter, passes } from "./gpu-filter";

interface GpuPickerProps extends GpuCardsProps {
  filter: Filter;
  /** The chosen `cluster:type`. Its card is shown whatever the filter is. */
  chosen?: string;
}

/** The filter and the cards of the GPU types that pass it. */
export function GpuPicker({ filter, chosen, ...cards }: GpuPickerProps) {
  const { types, prices, free } = cards;
  const shown = types.filter((type) => {
    const rows = free.filter((row) => row.gpu_type === type.gpuType);
    return passes(filter, type, prices[type.gpuType] ?? 0, rows) || rows.some((row) => rowKey(row) === chosen);
  });
  return (
    <section aria-labelledby="gpus" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="gpus" className="text-lg font-semibold">
          GPU
        </h2>
        <GpuFilter filter={filter} types={types} prices={prices} />
      </div>
      {shown.length === 0 ? (
        <p className="text-sm text-muted">No GPU type matches this filter.</p>
      ) : (
        <GpuCards {...cards} types={shown} />
      )}
    </section>
  );
}

/** A place as a field of the form. */
export function PlaceField({ row, loaded }: { row: FreeRow; loaded: string }) {
  return (
    <label className="gpu-place">
      <input
        type="radio"
        key={loaded}
        name="row"
        value={rowKey(row)}
        defaultChecked={rowKey(row) === loaded}
        aria-label={placeLabel(row)}
        className="sr-only"
      />
      <PlaceText row={row} />
    </label>
  );
}
