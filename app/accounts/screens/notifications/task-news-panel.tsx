import type { TaskNews } from "~/accounts/inside/task-news.server";
import { useTaskNotices } from "~/platform/live/use-task-notices";
import { Button } from "~/platform/ui/button";
import { CheckField } from "~/platform/ui/check-field";
import { fieldState } from "~/platform/ui/field-state";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

/** Task news by mail, and by the browser on request, so that nobody has to keep looking (9.11). */
export function TaskNewsPanel({ news }: { news: TaskNews }) {
  return (
    <Panel id="task-news" title="Task news" lead="Get notified when a queued task starts and when a task has ended.">
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <PostForm intent="task-news" className="flex flex-col items-start gap-2">
          <CheckField field={fieldState("start", news.start ? "1" : "")} label="Email me when a queued task starts" />
          <CheckField
            field={fieldState("end", news.end ? "1" : "")}
            label="Email me when a task ends, unless I killed it"
          />
          <SubmitButton intent="task-news" look="secondary" size="small" className="mt-1">
            Save
          </SubmitButton>
        </PostForm>
        <InBrowser />
      </div>
    </Panel>
  );
}

const STATE_TEXTS = {
  ask: "This browser can notify you too, as long as one of our pages is open in it.",
  on: "This browser notifies you, as long as one of our pages is open in it.",
  denied: "Notifications are blocked. Allow them in your browser's settings for this site.",
  none: "This browser does not support notifications. You still get emails.",
};

/** The button that asks for the browser's permission. Nothing else asks for it. */
function InBrowser() {
  const { standing, turnOn, turnOff } = useTaskNotices();
  return (
    <div className="flex min-h-20 flex-col items-start gap-2 text-sm noscript:hidden">
      <p className="text-muted" aria-live="polite">
        {STATE_TEXTS[standing]}
      </p>
      {standing === "ask" ? (
        <Button type="button" size="small" onClick={() => void turnOn()}>
          Notify in this browser
        </Button>
      ) : null}
      {standing === "on" ? (
        <Button type="button" size="small" onClick={turnOff}>
          Stop notifying
        </Button>
      ) : null}
    </div>
  );
}
