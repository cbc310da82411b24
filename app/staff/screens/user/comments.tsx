import type { UserComment } from "~/accounts/read-user-stats.server";
import { Button } from "~/platform/ui/button";
import { PostForm } from "~/platform/ui/post-form";
import { Time } from "~/platform/ui/time";

/** Staff's comments about the user, oldest first, with votes. */
export function Comments({ comments, mayVote }: { comments: UserComment[]; mayVote: boolean }) {
  if (comments.length === 0)
    return (
      <p className="text-sm text-muted">No comments. Notes by staff about this user appear here, for staff only.</p>
    );
  return (
    <ul className="flex flex-col divide-y">
      {comments.map((comment) => (
        <li key={comment.id} className="flex items-start justify-between gap-4 py-3 first:pt-0">
          <div className="min-w-0">
            <p className="text-sm text-muted">
              <span className="font-medium text-ink">{comment.name}</span>{" "}
              <Time epochSeconds={Date.parse(comment.created_at) / 1000} />
            </p>
            <p className="mt-0.5 break-words whitespace-pre-wrap">{comment.body}</p>
          </div>
          {mayVote ? <Vote comment={comment} /> : <Votes votes={comment.votes} />}
        </li>
      ))}
    </ul>
  );
}

function Vote({ comment }: { comment: UserComment }) {
  return (
    <PostForm intent="vote" preventScrollReset>
      <input type="hidden" name="comment" value={comment.id} />
      <Button size="small" aria-label={`Vote for the comment of ${comment.name}; votes: ${comment.votes}`}>
        <span aria-hidden="true">▲</span>
        <span className="tabular-nums">{comment.votes}</span>
      </Button>
    </PostForm>
  );
}

function Votes({ votes }: { votes: number }) {
  return <span className="text-sm whitespace-nowrap text-muted">{votes === 1 ? "1 vote" : `${votes} votes`}</span>;
}
