import type { VariantJson } from "~/rehearsal/inside/rehearsal-json";
import { waitText } from "./figures";

/** The mean wait, and that of one in twenty. */
export function Waits({ of }: { of: Pick<VariantJson, "mean_s" | "p95_s"> | undefined }) {
  if (!of || of.mean_s === null) return "–";
  return (
    <>
      {waitText(of.mean_s)}
      {of.p95_s === null || of.p95_s < 1 ? null : (
        <span className="block text-muted max-md:text-sm md:text-xs">{`95%: ${waitText(of.p95_s)}`}</span>
      )}
    </>
  );
}
