/** Shows the age of figures that nothing has confirmed for two intervals; hidden while they are fresh (5.1). */
export function Stale({ ageSeconds }: { ageSeconds: number | null }) {
  if (ageSeconds === null) return null;
  return (
    <span className="text-sm text-muted tabular-nums" aria-live="off">
      updated {ageSeconds} s ago
    </span>
  );
}
