import type { TaskMaintenance } from "~/compute/list-jobs.server";
import { Banner } from "~/platform/ui/banner";
import { Time } from "~/platform/ui/time";

/** Notice of maintenance planned for the task's machine, and what its customer can do about it. */
export function Maintenance({ planned: { from_ts, to_ts } }: { planned: TaskMaintenance }) {
  return (
    <Banner tone="warn">
      <p className="font-medium">
        {to_ts === null ? (
          <>
            The machine of this task will be taken out of service. Please kill or move the task by{" "}
            <Time epochSeconds={from_ts} zoned />.
          </>
        ) : (
          <>
            Maintenance of this task&apos;s machine is planned from <Time epochSeconds={from_ts} zoned /> to{" "}
            <Time epochSeconds={to_ts} zoned />. Please kill or move the task before then.
          </>
        )}
      </p>
      <p className="mt-0.5">
        To move it, save what you need, kill it and choose &apos;Start again&apos;: it then gets GPUs on another
        machine.
      </p>
    </Banner>
  );
}
