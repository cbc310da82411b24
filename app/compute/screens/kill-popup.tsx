import type { JobRow } from "~/compute/list-jobs.server";
import { Button, type ButtonLook, type ButtonSize } from "~/platform/ui/button";
import { Popup } from "~/platform/ui/popup";
import { KILL } from "./kill-part";

interface KillPopupProps {
  job: JobRow;
  /** Page of the popup. */
  back: string;
  look?: ButtonLook;
  size?: ButtonSize;
}

/** The kill button; it asks for confirmation before anything is sent. */
export function KillPopup({ job, back, look, size }: KillPopupProps) {
  return (
    <Popup
      button="Kill"
      buttonLabel={`Kill ${job.task_name}`}
      title="Are you sure?"
      look={look}
      size={size}
      loading={KILL.loading}
      plain={<KILL.Part job={job} back={back} cancel={null} />}
    >
      {(close) => (
        <KILL.Part
          job={job}
          back={back}
          cancel={
            <Button type="button" data-first-focus="" onClick={close}>
              Cancel
            </Button>
          }
        />
      )}
    </Popup>
  );
}
