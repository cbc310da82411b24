import { type Changed, readChanges } from "~/staff/inside/read-changes.server";
import { targetPath } from "../audit/target-path.server";

const NEWEST = 10;
/** One act on many nodes is one line. */
const READ = 100;
const DAY_MS = 86_400_000;
/** A node's report may name hundreds of things. */
const DETAIL_MAX = 120;

/** The newest changes since 00:00 UTC, in words. */
export async function readToday({ now, withAudit }: { now: Date; withAudit: boolean }) {
  const from = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const lines: { newest: Changed; more: number }[] = [];
  for (const change of await readChanges({ from, limit: READ, withAudit })) {
    const last = lines.at(-1);
    if (last && change.detail !== "" && last.newest.what === change.what && last.newest.detail === change.detail)
      last.more += 1;
    else lines.push({ newest: change, more: 0 });
  }
  return lines.slice(0, NEWEST).map(({ newest, more }) => ({
    ts: Math.floor(newest.at.getTime() / 1000),
    what: wordsOf(newest),
    /** The name of the target, and where it is shown. `more`: the number of others to which the same happened just before. */
    name: newest.name,
    to: targetPath(newest.target),
    more,
    detail: newest.detail.length > DETAIL_MAX ? `${newest.detail.slice(0, DETAIL_MAX)}…` : newest.detail,
  }));
}

export type TodayView = Awaited<ReturnType<typeof readToday>>;

const WORDS: Record<string, string> = {
  "sign-up": "New user",
  incident: "Task in an incident",
  lost: "Task lost",
  "node.drain": "Mode of a node",
  "node.drain-plan": "Drain planned",
  "node.window-plan": "Maintenance planned",
  "node.window-mode": "Mode of a node, as planned",
  "node.rolling-start": "Rolling drain planned",
  "node.rolling-mode": "Mode of a node, in a rolling drain",
  "node.ssh-gateway": "SSH way of a node",
  "node.retire": "Node retired",
  "price.set": "Price changed",
  "price.plan": "Price planned",
  "price.apply": "Planned price took effect",
  "price.withdraw": "Planned price withdrawn",
  "balance.adjust": "Balance adjusted",
  "invoice.transfer": "Bank transfer recorded",
  "invoice.return": "Return of a bank transfer recorded",
  "invoice.cancel": "Invoice cancelled",
  "tenant.bank-terms": "Invoices by bank transfer",
  "tenant.tags": "Tags of a customer",
  "vat.seller": "Seller and VAT",
  "vat.rate": "VAT rate",
  "user.suspend": "User suspended",
  "user.restore": "User restored",
  "user.close": "Account closed",
  "user.set-role": "Role changed",
  "user.comment": "Note written",
  "task.stop": "Task ended by staff",
  "task.move-up": "Task moved up",
  "task.tell": "Message about a task",
  "alert.acknowledge": "Alert acknowledged",
  "alert.rule-new": "Alert rule made",
  "alert.rule-change": "Alert rule changed",
  "alert.rule-delete": "Alert rule deleted",
  "alert.channel-new": "Alert channel made",
  "alert.channel-change": "Alert channel changed",
  "alert.channel-test": "Alert channel tested",
  "alert.channel-delete": "Alert channel deleted",
};

/** An action without words of its own is spelled out: 'promo.disable' → 'Promo: disable'. */
function wordsOf({ what }: Changed): string {
  const known = Object.hasOwn(WORDS, what) ? WORDS[what] : undefined;
  if (known) return known;
  const text = what.replace(".", ": ").replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
