/** The colour that a series has in a chart, beside its name in the table. `place` counts from 0. */
export function Swatch({ place }: { place: number }) {
  return (
    <span
      aria-hidden="true"
      className="mr-2.5 inline-block size-2.5 rounded-xs"
      style={{ background: `var(--series-${place + 1})` }}
    />
  );
}
