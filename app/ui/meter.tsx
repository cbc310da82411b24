import { classes } from "./classes";

interface MeterProps {
  label: string;
  value: number;
  max: number;
  className?: string;
}

/** A filled bar, such as GPUs in use of all. */
export function Meter({ label, value, max, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={classes("h-1.5 overflow-hidden rounded-full bg-sunken", className)}
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
