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
