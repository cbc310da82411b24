/** Reloads a live screen without text inputs if no script runs (2.1). */
export function Refresh({ everySeconds }: { everySeconds: number }) {
  return (
    <noscript className="hidden">
      <meta httpEquiv="refresh" content={String(everySeconds)} />
    </noscript>
  );
}
