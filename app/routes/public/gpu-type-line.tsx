import type { GpuType } from "~/domain/pricing/gpu-type";

/** What one GPU type is and what comes with it, in a line. */
export function GpuTypeLine({ type }: { type: GpuType | undefined }) {
  if (!type) return null;
  const { name, memory, cores, cpu, ram, disk } = type;
  const parts = [memory, cores && `${cores} cores`, cpu, ram && ram.replace(" per GPU", " RAM per GPU"), disk].filter(
    Boolean,
  );
  return (
    <p className="text-sm text-muted">
      <strong className="font-medium text-ink">{name || type.gpuType}</strong>: {parts.join(", ")}
    </p>
  );
}
