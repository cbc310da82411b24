import { ALL_SOURCES, type SignUpSource } from "~/accounts/sign-up-sources";
import { Swatch } from "~/platform/ui/chart/swatch";

/** A source with the colour of its slice; the total has none. */
export function Category({ source, label }: { source: SignUpSource | null; label: string }) {
  return (
    <span className="inline-flex items-baseline gap-2.5">
      {source ? <Swatch place={ALL_SOURCES.indexOf(source)} /> : null}
      {label}
    </span>
  );
}
