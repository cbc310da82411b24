import type { Tx } from "~/platform/db.server";
import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { changeFaq, type Editor, lockVersion, writeChange } from "./change-section.server";
import { lockOrder } from "./save-section.server";
import { undoableSince } from "~/site/faq-topic";

interface Moved extends Editor {
  id: number;
  /** The section that will follow; null: it becomes the last. */
  beforeId: number | null;
  /** The version that the editor saw. */
  version: number;
}

/** Moves a section before another one (A19). @throws Refusal M112, M113. */
export async function moveSection(given: Moved): Promise<{ title: string; version: number }> {
  return await changeFaq(given, (tx) => move(tx, given));
}

/**
 * Moves a section back to its former place, for 30 days (A19).
 * @throws Refusal M112 if it has changed since the page was loaded, M113.
 */
export async function undoMove(given: Omit<Moved, "beforeId">): Promise<{ title: string; version: number }> {
  const { id, now } = given;
  return await changeFaq(given, async (tx) => {
    const [last] = await tx.query<{ followedBy: number | null }>(
      `select followed_by as "followedBy" from faq_revision
        where section_id = $1 and act = 'move' and at > $2 order by version desc limit 1`,
      [id, undoableSince(now)],
    );
    if (!last) throw new Refusal(M.sectionChanged, { status: 409 });
    return await move(tx, { ...given, beforeId: last.followedBy });
  });
}

async function move(tx: Tx, { id, beforeId, version, ...by }: Moved): Promise<{ title: string; version: number }> {
  await lockOrder(tx);
  const before = await lockVersion(tx, { id, version });
  // Deleted sections keep their place for an undo.
  const order = await tx.query<{ id: number }>(`select id from faq_section order by position, id`);
  const ids = order.map((row) => row.id);
  const followedBy = ids[ids.indexOf(id) + 1] ?? null;
  const others = ids.filter((other) => other !== id);
  if (beforeId !== null && !others.includes(beforeId)) throw Refusal.ofField("before_id", M.noSuchSection);
  const at = beforeId === null ? others.length : others.indexOf(beforeId);
  await tx.query(
    `update faq_section set position = given.at - 1
       from unnest($1::int[]) with ordinality as given(id, at)
      where faq_section.id = given.id and faq_section.position <> given.at - 1`,
    [others.toSpliced(at, 0, id)],
  );
  return { title: before.title, version: await writeChange(tx, { before, act: "move", followedBy, by }) };
}
