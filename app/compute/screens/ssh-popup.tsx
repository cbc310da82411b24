import type { JobRow } from "~/compute/list-jobs.server";
import { onOpening } from "~/platform/ui/late";
import { Popup } from "~/platform/ui/popup";

const LINES = onOpening(() => import("./ssh-lines"));

/** The SSH button of a running task and its popup (2.4). */
export function SshPopup({ job }: { job: JobRow }) {
  return (
    <Popup
      button="SSH"
      buttonLabel={`SSH to ${job.task_name}`}
      title="Command Line"
      size="small"
      loading={LINES.loading}
      plain={<LINES.Part job={job} plain />}
    >
      <LINES.Part job={job} />
    </Popup>
  );
}
