import { transaction } from "~/platform/db.server";
import { M } from "~/staff/messages";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";

interface Vote {
  /** The subject of the comment. */
  userId: number;
  commentId: number;
  /** The member of staff who votes. */
  voterId: number;
  requestId: string;
  now: Date;
}

/** Toggles the vote of a member of staff (2.5). */
export async function voteComment(vote: Vote): Promise<{ voted: boolean }> {
  const { userId, commentId, voterId, requestId, now } = vote;
  return await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: voterId, now }, "customers.act");
    // The lock serializes two clicks.
    const [comment] = await tx.query(`select id from user_comment where id = $1 and user_id = $2 for update`, [
      commentId,
      userId,
    ]);
    if (!comment) throw new Refusal(M.notFound, { status: 404 });
    const taken = await tx.query(
      `delete from comment_vote where comment_id = $1 and user_id = $2 returning comment_id`,
      [commentId, voterId],
    );
    const voted = taken.length === 0;
    if (voted) {
      await tx.query(`insert into comment_vote (comment_id, user_id) values ($1, $2)`, [commentId, voterId]);
    }
    const target = `comment:${commentId}`;
    await writeAudit({ userId: voterId, action: "comment.vote", target, after: { voted }, requestId, now }, tx);
    return { voted };
  });
}
