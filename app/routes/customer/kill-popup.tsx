import { Popup } from "~/ui/popup";
import { KillForm } from "./kill-form";

/** The kill button; it asks before anything is sent. */
export function KillPopup({ taskName }: { taskName: string }) {
  return (
    <Popup button="Kill" buttonLabel={`Kill ${taskName}`} title="Are you sure?" size="small">
      <KillForm taskName={taskName} />
    </Popup>
  );
}
