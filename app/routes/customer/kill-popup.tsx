import type { ButtonSize } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Popup } from "~/ui/popup";
import { KillForm } from "./kill-form";

/** The kill button; it asks before anything is sent. */
export function KillPopup({ taskName, size }: { taskName: string; size?: ButtonSize }) {
  return (
    <Popup
      button="Kill"
      buttonLabel={`Kill ${taskName}`}
      title="Are you sure?"
      size={size}
      plain={<PlainKillForm taskName={taskName} />}
    >
      <KillForm taskName={taskName} />
    </Popup>
  );
}

/** The same question in the fewest words: a list of fifty tasks has it fifty times. */
function PlainKillForm({ taskName }: { taskName: string }) {
  return (
    <PostForm intent="kill">
      <input type="hidden" name="task_name" value={taskName} />
      <input type="hidden" name="confirm" value="1" />
      <button className="prose-link text-danger">Kill task</button>
    </PostForm>
  );
}
