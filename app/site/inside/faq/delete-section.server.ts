import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { changeFaq, type Editor, lockSection, lockVersion, writeChange } from "./change-section.server";
import { undoableSince } from "~/site/faq-topic";

interface OneSection extends Editor {
  id: number;
  /** The version that the editor saw. */
  version: number;
}

/** Deletes a section; it can be undone (A19). @throws Refusal M112, M113. */
export async function deleteSection({ id, version, ...by }: OneSection): Promise<{ title: string; version: number }> {
  return await changeFaq(by, async (tx) => {
    const before = await lockVersion(tx, { id, version });
    const deleted = await writeChange(tx, { before, act: "delete", after: { deletedAt: by.now }, by });
    return { title: before.title, version: deleted };
  });
}

/** Restores a deleted section to its place, for 30 days; ignores one that is not deleted. @throws Refusal M113. */
export async function undoDelete({ id, ...by }: { id: number } & Editor): Promise<{ title: string; version: number }> {
  return await changeFaq(by, async (tx) => {
    const before = await lockSection(tx, id);
    const { title, version, deletedAt } = before;
    if (!deletedAt) return { title, version };
    if (deletedAt < undoableSince(by.now)) throw new Refusal(M.noSuchSection);
    return { title, version: await writeChange(tx, { before, act: "undelete", after: { deletedAt: null }, by }) };
  });
}
