import { formatCount } from "~/platform/ui/format";
import { TextLink } from "~/platform/ui/text-link";

/** Largest count that is shown exactly. */
const MOST_COUNTED = 999;

/** Shows or hides tasks that ended over a day ago. */
export function PreviousLink({ shown, count }: { shown: boolean; count: number }) {
  if (shown) return <p className="text-sm">{<TextLink to="/tasks">Hide Previous</TextLink>}</p>;
  if (count === 0) return null;
  return (
    <p className="text-sm">
      <TextLink to="/tasks?previous=1">Show Previous</TextLink>{" "}
      <span className="text-muted">({count > MOST_COUNTED ? "1,000 or more" : formatCount(count)})</span>
    </p>
  );
}
