import { transaction } from "~/platform/db.server";
import { M } from "~/staff/messages";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";

interface NewComment {
  /** The subject of the comment. */
  userId: number;
  /** The member of staff who writes it. */
  authorId: number;
  /** 1 to 2000 characters. */
  body: string;
  requestId: string;
  now: Date;
}

/** Adds a staff comment about a user (2.5). */
export async function addComment({ userId, authorId, body, requestId, now }: NewComment): Promise<void> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: authorId, ownerId: userId, now }, "customers.act");
    const [user] = await tx.query<{ tenantId: number }>(
      `select tenant_id as "tenantId" from user_account where id = $1`,
      [userId],
    );
    if (!user) throw new Refusal(M.notFound, { status: 404 });
    const [comment] = await tx.query<{ id: number }>(
      `insert into user_comment (user_id, author_id, body, created_at) values ($1, $2, $3, $4) returning id`,
      [userId, authorId, body, now],
    );
    const { tenantId } = user;
    // Records that it was written, never its text: the customer reads these rows.
    const audit = { userId: authorId, action: "user.comment", target: `user:${userId}`, tenantId, requestId, now };
    await writeAudit({ ...audit, after: comment }, tx);
  });
}
