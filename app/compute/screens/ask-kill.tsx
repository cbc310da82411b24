import type { JobRow } from "~/compute/list-jobs.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Panel } from "~/platform/ui/panel";
import { KILL } from "./kill-part";

/** Returns the question in an action's answer, if any. */
export function killQuestion(answer: unknown): JobRow | null {
  return typeof answer === "object" && answer !== null && "ask" in answer ? (answer.ask as JobRow) : null;
}

/** The question as a page, for a kill that came without its confirmation (2.5). */
export function AskKill({ job, back }: { job: JobRow; back: string }) {
  return (
    <Panel title="Are you sure?">
      <KILL.Part job={job} back={back} cancel={<ButtonLink to={back}>Cancel</ButtonLink>} />
    </Panel>
  );
}
