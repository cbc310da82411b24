import { formatCount } from "~/platform/ui/format";
import { TextLink } from "~/platform/ui/text-link";
import type { AskedTasks } from "./asked-tasks";

/** Content of an empty list: where to find tasks that ended long ago. */
export function NoTasks({ hidden }: { hidden: number }) {
  return (
    <>
      <span className="block font-medium text-ink">No tasks in the last 24 hours</span>
      <span className="block text-sm">
        <TextLink to="/tasks?previous=1">Show Previous</TextLink> lists{" "}
        {hidden === 1 ? "the task that" : `the ${formatCount(hidden)} tasks that`} ended before.
      </span>
    </>
  );
}

/** Content of a list without matches. */
export function NotFound({ asked }: { asked: AskedTasks }) {
  if (asked.unreadable !== "") return asked.unreadable;
  return (
    <>
      No task matches your search. <TextLink to="/tasks">Show all</TextLink>
    </>
  );
}
