/** A thing of the team that a member created, or changed last. */
export interface MadeThing {
  kind: "task" | "volume" | "template" | "webhook" | "auto top-up";
  name: string;
  /** Cost: per hour for a task, per month for a volume, else 0. */
  cents: number;
}

const KINDS: { kind: MadeThing["kind"]; one: string; per?: string }[] = [
  { kind: "task", one: "task", per: "hour" },
  { kind: "volume", one: "volume", per: "month" },
  { kind: "template", one: "template" },
  { kind: "webhook", one: "webhook endpoint" },
  { kind: "auto top-up", one: "automatic top-up" },
];

/** Builds one line per kind: number, cost and names. */
export function leftBehindLines(made: readonly MadeThing[]): string[] {
  return KINDS.flatMap(({ kind, one, per }) => {
    const some = made.filter((thing) => thing.kind === kind);
    if (some.length === 0) return [];
    const cents = some.reduce((sum, thing) => sum + thing.cents, 0);
    const price = per ? ` for $${(cents / 100).toFixed(2)} ${per === "hour" ? "an" : "a"} ${per}` : "";
    return [`${some.length} ${one}${some.length === 1 ? "" : "s"}${price}: ${some.map(({ name }) => name).join(", ")}`];
  });
}
