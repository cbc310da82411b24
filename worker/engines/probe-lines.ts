import type { ProbeLine } from "~/compute/engine";
import { tokenEndMs } from "~/compute/engine-access";

const DAY_MS = 86_400_000;
const WARN_MS = 7 * DAY_MS;
const MOST_SKEW_MS = 5_000;

type Found = Omit<ProbeLine, "what">;

/** The lines of a probe, in the order of the checks. */
export class ProbeLines {
  readonly lines: ProbeLine[] = [];

  /** Adds the result of a check; one that throws is a fault. False for a fault. */
  async look(what: string, look: () => Promise<Found> | Found): Promise<boolean> {
    const found = await Promise.resolve()
      .then(look)
      .catch((error: unknown) => fault(error instanceof Error ? error.message : String(error)));
    this.lines.push({ what, ...found });
    return found.state !== "fault";
  }
}

export function lookAtToken({ token, now }: { token: string; now: () => Date }): Found {
  const endMs = tokenEndMs(token);
  if (endMs === null) return warning("says no end");
  const until = `until ${new Date(endMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  if (endMs <= now().getTime()) return fault(`was valid ${until}`);
  return endMs - now().getTime() < WARN_MS ? warning(`valid only ${until}`) : ok(`valid ${until}`);
}

/** Compares the engine's clock, which has whole seconds, with ours. */
export function lookAtClock(answers: string, theirMs: number, now: Date): Found {
  const skewMs = theirMs - now.getTime();
  if (Math.abs(skewMs) <= MOST_SKEW_MS) return ok(answers);
  return warning(`${answers}; its clock differs from ours by ${Math.round(skewMs / 1000)} s`);
}

export function ok(text: string): Found {
  return { state: "ok", text };
}

export function warning(text: string): Found {
  return { state: "warning", text };
}

export function fault(text: string): Found {
  return { state: "fault", text };
}
