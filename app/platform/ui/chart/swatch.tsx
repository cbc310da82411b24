/** The colour of a series in a chart, shown next to its name in the table. `place` counts from 0. */
export function Swatch({ place }: { place: number }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2.5 flex-none rounded-xs"
      style={{ background: `var(--series-${place + 1})` }}
    />
  );
}
