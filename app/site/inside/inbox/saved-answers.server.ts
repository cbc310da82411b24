import { db, transaction, violatesUnique } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/site/messages";

export interface SavedAnswer {
  id: number;
  name: string;
  text: string;
}

/** Saved answers by name (22.7). */
export async function listSavedAnswers(): Promise<SavedAnswer[]> {
  return await db.query<SavedAnswer>(`select id, name, text from saved_answer order by lower(name), id`);
}

interface Change {
  userId: number;
  requestId: string;
  now: Date;
}

/** Stores a new saved answer, or changes one; a null `id` is new. */
export async function saveAnswer(change: Change & { id: number | null; name: string; text: string }): Promise<void> {
  const { id, name, text, ...by } = change;
  try {
    await transaction(async (tx) => {
      await holdStaffRight(tx, by, "inbox.act");
      const [before] = await tx.query<SavedAnswer>(`select id, name, text from saved_answer where id = $1 for update`, [
        id,
      ]);
      if (id !== null && !before) throw new Refusal(M.notFound, { status: 404 });
      const [after] = await tx.query<SavedAnswer>(
        `insert into saved_answer (id, name, text)
         values (coalesce($1::int, nextval(pg_get_serial_sequence('saved_answer', 'id'))::int), $2, $3)
         on conflict (id) do update set name = excluded.name, text = excluded.text returning id, name, text`,
        [id, name, text],
      );
      await writeAudit({ ...by, action: "saved-answer.save", target: `saved-answer:${after?.id}`, before, after }, tx);
    });
  } catch (error) {
    if (violatesUnique(error)) throw Refusal.ofField("name", M.answerNameTaken);
    throw error;
  }
}

export async function deleteAnswer({ id, ...by }: Change & { id: number }): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, by, "inbox.act");
    const [before] = await tx.query<SavedAnswer>(`delete from saved_answer where id = $1 returning id, name, text`, [
      id,
    ]);
    if (before) await writeAudit({ ...by, action: "saved-answer.delete", target: `saved-answer:${id}`, before }, tx);
  });
}
