import type { ObservedTask } from "~/fleet/agent-messages";

/**
 * Checks whether a report of these tasks has to wait. A GPU that fails ends its program at once, and the report of the
 * end must include that (B9). So before a new end the kernel log is read, or the GPUs where it is closed, and then the
 * report is built again.
 */
export function awaitsKernelLog(
  look: () => Promise<void>,
  reportAgain: () => void,
): (tasks: readonly ObservedTask[]) => boolean {
  let [known, looking] = [new Set<string>(), false];
  return (tasks) => {
    // An end during a look needs a look of its own: that one may have read the log before the fault.
    if (looking) return true;
    const ended = tasks.filter(({ state }) => state === "stopped" || state === "error").map((one) => one.placement_id);
    const isNew = ended.some((id) => !known.has(id));
    known = new Set(ended);
    if (isNew) {
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
