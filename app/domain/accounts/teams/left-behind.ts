/** Something that a member made and that is the team's. */
export interface MadeThing {
  kind: "task" | "volume" | "template" | "webhook";
  name: string;
  /** What it costs by the hour, a task, or by the month, a volume; 0 where it costs nothing. */
  cents: number;
}

const KINDS: { kind: MadeThing["kind"]; one: string; per?: string }[] = [
  { kind: "task", one: "task", per: "hour" },
  { kind: "volume", one: "volume", per: "month" },
  { kind: "template", one: "template" },
  { kind: "webhook", one: "webhook endpoint" },
];

/** A line for each kind of which there is something: how many, for how much, and what they are called. */
export function leftBehindLines(made: readonly MadeThing[]): string[] {
  return KINDS.flatMap(({ kind, one, per }) => {
    const some = made.filter((thing) => thing.kind === kind);
    if (some.length === 0) return [];
    const cents = some.reduce((sum, thing) => sum + thing.cents, 0);
    const price = per ? ` for $${(cents / 100).toFixed(2)} ${per === "hour" ? "an" : "a"} ${per}` : "";
    return [`${some.length} ${one}${some.length === 1 ? "" : "s"}${price}: ${some.map(({ name }) => name).join(", ")}`];
  });
}
