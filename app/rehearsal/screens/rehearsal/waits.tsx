import { formatCount } from "~/platform/ui/format";
import type { WaitsJson } from "~/rehearsal/inside/rehearsal-json";
import { errorText, waitErrorText, waitText } from "./figures";

/** Head of the column next to the variants. */
export const ERROR = "Error";

const SMALL = "block text-muted max-md:text-sm md:text-xs";
const SHARES = [
  { name: "p50_s", label: "50%" },
  { name: "p95_s", label: "95%" },
  { name: "p99_s", label: "99%" },
] as const;

/** The mean wait, and the most that half, 95% and 99% of the tasks waited. */
export function Waits({ of }: { of: WaitsJson | undefined }) {
  if (!of || of.mean_s === null) return "–";
  return (
    <>
      {waitText(of.mean_s)}
      {(of.p99_s ?? 0) < 1
        ? null
        : SHARES.map(({ name, label }) => (
            <span key={name} className={SMALL}>{`${label}: ${waitText(of[name] ?? 0)}`}</span>
          ))}
    </>
  );
}

/** Tasks that started, and those that did not. */
export function Started({ of: { started, tasks } }: { of: WaitsJson }) {
  return (
    <>
      {formatCount(started)}
      {tasks > started ? <span className={SMALL}>{`of ${formatCount(tasks)}`}</span> : null}
    </>
  );
}

interface ErrorOfWaitsProps {
  real: WaitsJson | undefined;
  replayed: WaitsJson;
}

/** The errors of waits, each in the line of its wait, and of the tasks that started; one word if all are equal. */
export function ErrorOfWaits({ real, replayed }: ErrorOfWaitsProps) {
  const errorOf = (name: keyof WaitsJson) => waitErrorText(real?.[name] ?? null, replayed[name]);
  const [mean, started] = [errorOf("mean_s"), errorText(real?.started ?? null, replayed.started)];
  const shares = SHARES.map(({ name, label }) => ({ label, text: errorOf(name) }));
  const all = [...shares, { label: "started", text: started }];
  const alike = all.every(({ text }) => text === mean);
  return (
    <>
      <span className="text-muted">{mean}</span>
      {alike ? null : all.map(({ label, text }) => <span key={label} className={SMALL}>{`${label}: ${text}`}</span>)}
    </>
  );
}
