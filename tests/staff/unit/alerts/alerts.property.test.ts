import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeRule, type OpenCause } from "~/staff/inside/alerts/judge-rule";
import { planMessages, type Telling } from "~/staff/inside/alerts/plan-messages";
import type { Condition, QuietHours, Severity } from "~/staff/inside/alerts/rule";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-03-01T12:00:00Z");
const CAUSES = ["a", "b", "c"];
const NO_QUIET: QuietHours = { quietFrom: null, quietTo: null, quietZone: "UTC" };

/** The tables, as the use-cases write them: what a check leaves is all that the next one knows. */
class Tables {
  open: OpenCause[] = [];
  alert: {
    id: number;
    openedAt: Date;
    newestAt: Date;
    resolvedAt: Date | null;
    told: Date | null;
    over: Date | null;
  }[] = [];
  opened: string[] = [];
  ended: string[] = [];
  messages: { kind: string; alertId: number }[] = [];
  #ids = 0n;

  check(rule: Condition, values: readonly (number | null)[], now: Date): void {
    const samples = CAUSES.map((cause, place) => ({ cause, label: cause, cluster: "", value: values[place] ?? null }));
    const { begin, drop, end } = judgeRule(rule, samples, this.open, now);
    for (const { cause, id } of this.open) if (end.includes(id)) this.ended.push(cause);
    this.open = this.open.filter(({ id }) => !drop.includes(id) && !end.includes(id));
    for (const { cause, value } of begin)
      this.open.push({ id: (this.#ids += 1n), cause, cluster: "", value, since: now, openedAt: null });
    const dueSince = now.getTime() - rule.forMinutes * MINUTE_MS;
    const due = this.open.filter(({ openedAt, since }) => !openedAt && since.getTime() <= dueSince);
    let alert = this.alert.find(({ resolvedAt }) => !resolvedAt);
    if (due.length > 0 && !alert) {
      alert = { id: this.alert.length + 1, openedAt: now, newestAt: now, resolvedAt: null, told: null, over: null };
      this.alert.push(alert);
    }
    for (const one of due) {
      one.openedAt = now;
      this.opened.push(one.cause);
      if (alert) alert.newestAt = now;
    }
    if (alert && !this.open.some(({ openedAt }) => openedAt)) alert.resolvedAt = now;
  }

  tell(severity: Severity, room: number, now: Date): void {
    const tellings = this.alert.map((one): Telling => ({
      ...{ ...NO_QUIET, alertId: one.id, severity, openedAt: one.openedAt, resolvedAt: one.resolvedAt },
      ...{ isAcknowledged: false, remindMinutes: null, newestAt: one.newestAt, lastAt: one.told, overAt: one.over },
    }));
    for (const { kind, tellings: told } of planMessages(tellings, { room, forPrograms: false, now }))
      for (const { alertId, resolvedAt } of told) {
        const alert = this.alert[alertId - 1];
        if (!alert) throw new Error("a message about no alert");
        if (resolvedAt) alert.over = now;
        else alert.told = now;
        this.messages.push({ kind, alertId });
      }
  }
}

/** What must have happened, from the values alone: a cause opens once its value held without a gap for long enough. */
function byTheBook(steps: readonly (readonly (number | null)[])[], forMinutes: number) {
  const opened: string[] = [];
  const ended: string[] = [];
  CAUSES.forEach((cause, place) => {
    let [since, isOpen]: [number | null, boolean] = [null, false];
    steps.forEach((values, minute) => {
      const value = values[place] ?? null;
      if (value === null) {
        if (!isOpen) since = null;
      } else if (value > 0) {
        since ??= minute;
        if (!isOpen && minute - since >= forMinutes) {
          opened.push(cause);
          isOpen = true;
        }
      } else {
        if (isOpen) ended.push(cause);
        [since, isOpen] = [null, false];
      }
    });
  });
  return { opened: opened.sort(), ended: ended.sort() };
}

test("any values, checks that run twice and restarts open and end each cause once, and tell each alert once (21.2, 21.3)", () => {
  const value = fc.constantFrom(0, 0, 1, 1, null);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.tuple(value, value, value), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 60,
      }),
      fc.integer({ min: 0, max: 4 }),
      (steps, forMinutes) => {
        const rule: Condition = {
          figure: "node.dead",
          comparison: "is",
          threshold: 0,
          forMinutes,
          scope: "all",
          scopeValue: "",
        };
        // Everything between two checks is in the tables, so each check is one after a restart.
        const tables = new Tables();
        steps.forEach(([values, times], minute) => {
          const now = new Date(START_MS + minute * MINUTE_MS);
          for (let again = 0; again < times; again += 1) {
            tables.check(rule, values, now);
            tables.tell("warning", 100, now);
          }
        });
        const expected = byTheBook(
          steps.map(([values]) => values),
          forMinutes,
        );
        expect(tables.opened.sort()).toEqual(expected.opened);
        expect(tables.ended.sort()).toEqual(expected.ended);
        for (const { id, resolvedAt } of tables.alert) {
          const kinds = tables.messages.filter(({ alertId }) => alertId === id).map(({ kind }) => kind);
          expect(kinds.filter((kind) => kind === "opened")).toHaveLength(1);
          expect(kinds.filter((kind) => kind === "over")).toHaveLength(resolvedAt ? 1 : 0);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("a channel never gets more messages than it has room for, and every alert is told in the end (21.5)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10 }), (alerts, most) => {
      let tellings: Telling[] = Array.from({ length: alerts }, (_, place) => ({
        ...{ ...NO_QUIET, alertId: place + 1, severity: place % 3 === 0 ? "critical" : "warning" },
        ...{ openedAt: new Date(START_MS), newestAt: new Date(START_MS), resolvedAt: null },
        ...{ isAcknowledged: false, remindMinutes: null, lastAt: null, overAt: null },
      }));
      const now = new Date(START_MS);
      const planned = planMessages(tellings, { room: most, forPrograms: false, now });
      expect(planned.length).toBeLessThanOrEqual(most);
      expect(planned.flatMap((one) => one.tellings)).toHaveLength(alerts);
      if (alerts > most) expect(planned.at(-1)?.kind).toBe("digest");
      tellings = tellings.map((one) => ({ ...one, lastAt: now }));
      expect(planMessages(tellings, { room: 0, forPrograms: false, now })).toEqual([]);
    }),
  );
});
