import { TextLink } from "~/ui/text-link";

/** In place of an empty list: what tasks are, or where those that ended long ago have gone. */
export function NoTasks({ hidden }: { hidden: number }) {
  if (hidden > 0) {
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
  return (
    <>
      <span className="block font-medium text-ink">No tasks yet</span>
      <span className="block text-sm">
        A task is a machine with GPUs that you log in to with SSH.{" "}
        <TextLink to="/keys">Store your key</TextLink>, then add your first one.
      </span>
    </>
  );
}
