import type { z } from "zod";
import { M } from "~/compute/messages";
import { checkAll, Refusal } from "~/platform/refusal";
import { type AgentOption, hasWatchdog } from "~/compute/inside/tasks/agent-options";
import { IDLE_MINUTES, IDLE_MINUTES_DEFAULT, isSpendLimit, isStopAfter } from "~/compute/inside/tasks/own-end";
import { dollars, whole } from "./sent-values";

interface StopRule {
  /** Field of `POST /v1/reserve`. */
  sent: z.ZodType<number | undefined>;
  /** Column of the task that keeps it. */
  column: string;
  /** Value if none is sent. */
  usual: number;
  isAllowed: (value: number) => boolean;
  refusal: string;
  /** Checks whether a task with this agent has the rule; every task has it by default. */
  isFor?: (agent: AgentOption) => boolean;
  /** SQL of the field's text for 'Start again', by the task's alias `t`. */
  again: string;
}

/**
 * The rules at which a task ends by itself (S16), in the order of their checks. The form's fields are in `fields.ts`.
 */
export const STOP_RULES = {
  max_seconds: {
    sent: whole.meta({
      minimum: 0,
      maximum: 2592000,
      description: "Seconds of running time after which the task ends, 600 to 2592000; 0: no limit",
    }),
    column: "max_seconds",
    usual: 0,
    isAllowed: isStopAfter,
    refusal: M.wrongRunTime,
    again: "t.max_seconds::text",
  },
  max_dollars: {
    sent: dollars.meta({ description: "Ends the task before it costs more than this, at least 1; 0: no limit" }),
    column: "max_cents",
    usual: 0,
    isAllowed: isSpendLimit,
    refusal: M.wrongSpendLimit,
    again: "case when t.max_cents = 0 then '' else trim_scale(t.max_cents / 100.0)::text end",
  },
  idle_minutes: {
    sent: whole.meta({
      enum: IDLE_MINUTES,
      description:
        "Idle time of its GPUs after which the task is stopped; only with agents stats-watchdog and block-mining",
    }),
    column: "idle_minutes",
    usual: IDLE_MINUTES_DEFAULT,
    isAllowed: (minutes) => IDLE_MINUTES.some((one) => one === minutes),
    refusal: M.unreadable,
    isFor: hasWatchdog,
    again: "t.idle_minutes::text",
  },
} as const satisfies Record<string, StopRule>;

type Rules = typeof STOP_RULES;
type Sent = { [Name in keyof Rules]?: number | undefined };
/** The values that a task keeps, by column. */
export type Stops = { [Name in keyof Rules as Rules[Name]["column"]]: number };

const RULES = Object.entries(STOP_RULES) as [keyof Rules, StopRule][];

/** The fields of a request. */
export const STOP_FIELDS = Object.fromEntries(RULES.map(([name, { sent }]) => [name, sent])) as {
  [Name in keyof Rules]: Rules[Name]["sent"];
};

/** Checks the rules and fills in omitted ones. A rule that the agent does not have is refused. */
export function chosenStops(sent: Sent, agent: AgentOption): Stops {
  const checks = RULES.map(([name, { column, usual, isAllowed, isFor = () => true, refusal }]) => {
    const value = sent[name] ?? usual;
    const check = () => {
      if (!isAllowed(value) || (sent[name] !== undefined && !isFor(agent))) throw Refusal.ofField(name, refusal);
      return value;
    };
    return [column, check];
  });
  return checkAll(Object.fromEntries(checks) as { [Column in keyof Stops]: () => number });
}

/** Leaves out the rules that the agent does not have: a form always sends all of its fields. */
export function stopsOfAgent<Fields extends Sent>(sent: Fields, agent: AgentOption): Fields {
  const idle = RULES.flatMap(([name, { isFor = () => true }]) => (isFor(agent) ? [] : [[name, undefined]]));
  return { ...sent, ...(Object.fromEntries(idle) as Partial<Fields>) };
}
