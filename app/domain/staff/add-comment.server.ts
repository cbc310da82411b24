import { transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { writeAudit } from "~/domain/audit/write-audit.server";

interface NewComment {
  /** The user whom it is about. */
  userId: number;
  /** The staff member who writes it. */
  authorId: number;
  /** 1 to 2000 characters. */
  body: string;
  requestId: string;
  now: Date;
}

/** A remark of the staff about a user (2.5). */
export async function addComment({ userId, authorId, body, requestId, now }: NewComment): Promise<{ id: number }> {
  return await transaction(async (tx) => {
    const [comment] = await tx.query<{ id: number }>(
      `insert into user_comment (user_id, author_id, body, created_at)
       select id, $2, $3, $4 from user_account where id = $1 returning id`,
      [userId, authorId, body, now],
    );
    if (!comment) throw new Refusal(M.notFound, { status: 404 });
    const target = `user:${userId}`;
    await writeAudit({ userId: authorId, action: "user.comment", target, after: comment, requestId, now }, tx);
    return comment;
  });
}
