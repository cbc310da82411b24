import { JOBS_LIMIT } from "~/domain/tasks/job-row";
import { TextLink } from "~/ui/text-link";

/** In place of an empty list: where the tasks that ended long ago have gone. */
export function NoTasks({ hidden }: { hidden: number }) {
  return (
    <>
      <span className="block font-medium text-ink">No tasks of the last 24 hours</span>
      <span className="block text-sm">
        <TextLink to="/tasks?previous=1">Show Previous</TextLink> has{" "}
        {hidden === 1 ? "the one that" : `the ${hidden} that`} ended before.
      </span>
    </>
  );
}

/** Nothing has the name and state that were asked for, as far as the list reaches. */
export function NotFound({ listed }: { listed: number }) {
  if (listed < JOBS_LIMIT) return "No task has this name and state.";
  return (
    <>
      None of your open tasks, nor of the {JOBS_LIMIT} that were accepted last and have ended, has this name and state.
      Older ones stand on your <TextLink to="/billing/statements">statements</TextLink>.
    </>
  );
}
