import { type Changed, readChanges } from "~/staff/inside/read-changes.server";
import { targetPath } from "../audit/target-path.server";

const NEWEST = 10;
const DAY_MS = 86_400_000;
/** A node's report may name hundreds of things. */
const DETAIL_MAX = 120;

/** The newest changes since 00:00 UTC, in words. */
export async function readToday({ now, withAudit }: { now: Date; withAudit: boolean }) {
  const from = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const changes = await readChanges({ from, limit: NEWEST, withAudit });
  return changes.map((change, place) => ({
    place,
    ts: Math.floor(change.at.getTime() / 1000),
    what: wordsOf(change),
    /** The name of the target, and where it is shown. */
    name: change.target.slice(change.target.indexOf(":") + 1),
    to: targetPath(change.target),
    detail: change.detail.length > DETAIL_MAX ? `${change.detail.slice(0, DETAIL_MAX)}…` : change.detail,
  }));
}

export type TodayView = Awaited<ReturnType<typeof readToday>>;

const WORDS: Record<string, string> = {
  "sign-up": "New user",
  incident: "Task in an incident",
  lost: "Task lost",
  "node.drain": "Mode of a node",
  "node.drain-plan": "Drain planned",
  "node.retire": "Node retired",
  "price.set": "Price changed",
  "price.plan": "Price planned",
  "price.apply": "Planned price took effect",
  "price.withdraw": "Planned price withdrawn",
  "balance.adjust": "Balance adjusted",
  "user.suspend": "User suspended",
  "user.restore": "User restored",
  "user.close": "Account closed",
  "user.set-role": "Role changed",
  "user.comment": "Note written",
  "task.stop": "Task ended by staff",
};

/** An action without words of its own is spelled out: 'promo.disable' → 'Promo: disable'. */
function wordsOf({ what }: Changed): string {
  const known = Object.hasOwn(WORDS, what) ? WORDS[what] : undefined;
  if (known) return known;
  const text = what.replace(".", ": ").replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
