import type { ObservedTask } from "~/fleet/agent-messages";

/**
 * Whether a report of these tasks has to wait: a GPU that fails ends its program at once, and that must be known when the end is
 * told (B9). So before an end that is new the kernel log is looked at, and then the report is made again.
 */
export function looksFirst(
  look: () => Promise<void>,
  reportAgain: () => void,
): (tasks: readonly ObservedTask[]) => boolean {
  let [known, looking] = [new Set<string>(), false];
  return (tasks) => {
    const ended = tasks.filter(({ state }) => state === "stopped" || state === "error").map((one) => one.placement_id);
    const isNew = ended.some((id) => !known.has(id));
    known = new Set(ended);
    if (isNew && !looking) {
      looking = true;
      const done = () => {
        looking = false;
        reportAgain();
      };
      void look().then(done, done);
    }
    return looking;
  };
}
