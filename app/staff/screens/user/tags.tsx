import { useActionData } from "@remix-run/react";
import { tagsAsText } from "~/compute/task-tags";
import { FormPopup } from "~/platform/ui/form-popup";
import { Link } from "~/platform/ui/link";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";

/** Each tag leads to the customers that have it. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            to={`/dashboard/users?list=all&tag=${encodeURIComponent(tag)}`}
            className="inline-block max-w-full truncate rounded-control bg-sunken px-1.5 py-0.5 text-xs text-muted hover:text-ink"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The button that changes the words by which staff group a customer. */
export function ChangeTags({ tags }: { tags: readonly string[] }) {
  const answer = refusalIn(useKeptAnswer(useActionData()));
  const [, fields] = useAnsweredForm<{ tags: string }>("tags", answer, { tags: tagsAsText(tags) });
  return (
    <FormPopup button="Edit tags" title="Tags of this customer" intent="tags" answer={answer}>
      <TextField
        field={fields.tags}
        label="Tags"
        hint="Separated by commas, at most 10. Only staff see them; the list of users finds them."
      />
      <SubmitButton intent="tags">Save the tags</SubmitButton>
    </FormPopup>
  );
}
