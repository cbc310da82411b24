import { OVER_DISK } from "~/compute/over-disk";
import { centsText } from "~/platform/cents-text";
import { KILLED_BY_OWNER, type TaskState } from "~/compute/task-states";

/** The reason for a task's state, for its customer. */
export interface Explanation {
  tone: "neutral" | "warn" | "danger";
  sentence: string;
  /** The next step, or what happens automatically. */
  next: string;
}

export interface EndOfTask {
  state: TaskState;
  /** The stored reason, for operators and support. */
  reason: string;
  exitCode: number | null;
  /** Whole cents that a rule refunded. */
  refundCents: number;
  /** These, and what staff gave back; omitted: they gave nothing. */
  givenBackCents?: number;
  /** Name of the member who stopped it, unless that is "you". */
  stoppedBy?: string | null;
  /** False: it ended before it ran. Omitted: it ran. */
  ran?: boolean;
}

interface Rule {
  reason: RegExp;
  explain: (match: RegExpExecArray) => Omit<Explanation, "tone">;
}

const NOT_CHARGED = "Nothing was charged.";
const TRY_AGAIN = `Start it again: it is placed on other GPUs. ${NOT_CHARGED}`;

/** Reasons of a start that did not succeed, as the agent and the scheduler word them. */
const FAILED: Rule[] = [
  rule(/^did not start in (\d+) minutes$/, ([, minutes]) => [
    `The machine did not have your task ready within ${minutes} minutes, so the start was abandoned.`,
    TRY_AGAIN,
  ]),
  rule(/^GPU [\d, ]+ is in use by another task$/, () => [
    "The GPUs chosen for your task were not yet free on their machine.",
    TRY_AGAIN,
  ]),
  rule(/^no free port/, () => ["The machine had no free port left for your task's SSH server.", TRY_AGAIN]),
  rule(/^the task ended before its SSH server was ready$|^it ended before it ran$/, () => [
    "Your task ended before its SSH server could be reached.",
    `Start it again. If it happens again, choose another image. ${NOT_CHARGED}`,
  ]),
  rule(/^the node (died|did not answer)$/, () => [
    "Three different machines stopped responding before your task could start.",
    TRY_AGAIN,
  ]),
  rule(/^waited (\d+) days$/, ([, days]) => [
    `No GPUs became free for your task in ${days} days, so it left the queue.`,
    `Choose fewer GPUs, another GPU type or another cluster. ${NOT_CHARGED}`,
  ]),
  rule(/^/, () => [
    "The machine could not start your task.",
    `${TRY_AGAIN} If it happens again, tell us the task ID below.`,
  ]),
];

const NEVER_RAN = "It had not started, so it cost nothing.";

const KILLED: Rule[] = [
  rule(/^(?:killed|stopped) by you$/, () => ["You killed this task.", "You pay for the time up to then."]),
  rule(/^(?:killed|stopped) by an operator$/, () => [
    "Our staff killed this task.",
    "It is charged up to then. Contact us if you do not know why.",
  ]),
  rule(/^no funds$/, () => [
    "Your balance reached zero, so all your running tasks were stopped.",
    "Add funds, then start it again. Nothing was charged beyond your balance.",
  ]),
  rule(/^spending limit$/, () => [
    "The member who started this task reached their spending limit, so their tasks were stopped.",
    "The owner or an admin of the team can raise it. It is charged up to then.",
  ]),
  rule(/^spending limit of the API key$/, () => [
    "The API key that started this task reached its spending limit, so its tasks were stopped.",
    "Start it again with another key. It is charged up to then.",
  ]),
  rule(/^member left$/, () => [
    "The member who started this task had a spending limit and has left the team, so their tasks were stopped.",
    "It is charged up to then.",
  ]),
  rule(/^GPUs idle for (\d+) minutes$/, ([, minutes]) => [
    `The watchdog stopped this task: its GPUs did nothing for ${minutes} minutes.`,
    "To keep idle tasks running, start it again with an agent without a watchdog.",
  ]),
  rule(/^coin mining seen/, () => [
    "This task was stopped because it looked like coin mining, which its agent blocks.",
    "If it was something else, contact us with the task ID below.",
  ]),
  rule(OVER_DISK, ([, used, may]) => [
    `This task was stopped because its files took ${used} GB, and it may store ${may} GB. The files were deleted with it.`,
    "Start it again and store less, or choose more GPUs: each comes with 200 GB. It is charged up to then.",
  ]),
  rule(/^account suspended$/, () => ["Your account was suspended, which stops its tasks.", "Please contact support."]),
  rule(/^/, () => ["This task was stopped.", "It is charged up to then."]),
];

const LOST: Rule[] = [
  rule(/^a GPU failed: (.+)$/, ([, fault]) => [`A GPU of your task failed: ${fault}.`, ""]),
  rule(/^its node came back without it$/, () => ["The machine failed and came back without your task.", ""]),
  rule(/^its node was away for (\d+) minutes$/, ([, minutes]) => [
    `The machine of your task did not respond for ${minutes} minutes, so the task is lost.`,
    "",
  ]),
  rule(/^/, () => ["The machine of your task failed and the task is lost.", ""]),
];

/** Explains to the customer why a task failed, was stopped, was lost or ended; null for a usual end. */
export function explainEnd({
  state,
  reason,
  exitCode,
  refundCents,
  givenBackCents = refundCents,
  stoppedBy = null,
  ran = true,
}: EndOfTask): Explanation | null {
  switch (state) {
    case "failed":
      return { tone: "danger", ...firstOf(FAILED, reason) };
    case "killed":
      if (reason !== KILLED_BY_OWNER) return withRefund({ tone: "warn", ...firstOf(KILLED, reason) }, refundCents);
      return withRefund(
        { tone: "neutral", ...firstOf(KILLED, reason), ...byName(stoppedBy), ...(ran ? {} : { next: NEVER_RAN }) },
        refundCents,
      );
    case "lost":
      return { tone: "danger", ...firstOf(LOST, reason), next: afterLoss(givenBackCents) };
    case "incident":
      return {
        tone: "warn",
        sentence: "The machine of your task does not respond at the moment.",
        next: "You pay nothing until it is back. After 15 minutes the task counts as lost and is partly refunded.",
      };
    case "finished":
      return exitCode === null || exitCode === 0
        ? null
        : {
            tone: "warn",
            sentence: `The task ended by itself with exit code ${exitCode}, which usually means an error.`,
            next: "Its last lines are in the log below.",
          };
    default:
      return null;
  }
}

/** Names the member who stopped the task, because in a team "you" may be wrong. */
function byName(stoppedBy: string | null): Partial<Explanation> {
  return stoppedBy === null ? {} : { sentence: `${stoppedBy} killed this task.` };
}

/** Adds the refund of a task that was stopped on a failed GPU. */
function withRefund(explanation: Explanation, refundCents: number): Explanation {
  if (refundCents === 0) return explanation;
  const refund = `${centsText(BigInt(refundCents))} was refunded because a GPU on its machine had failed.`;
  return { ...explanation, next: `${explanation.next} ${refund}` };
}

function afterLoss(givenBackCents: number): string {
  const cents = BigInt(givenBackCents);
  const refund = cents === 0n ? "It cost less than a cent." : `${centsText(cents)} was refunded.`;
  return `${refund} Start it again; files that were only on that machine are gone.`;
}

function rule(reason: RegExp, explain: (match: RegExpExecArray) => [sentence: string, next: string]): Rule {
  return {
    reason,
    explain: (match) => {
      const [sentence, next] = explain(match);
      return { sentence, next };
    },
  };
}

function firstOf(rules: Rule[], reason: string): Omit<Explanation, "tone"> {
  for (const { reason: pattern, explain } of rules) {
    const match = pattern.exec(reason);
    if (match) return explain(match);
  }
  return { sentence: reason, next: "" };
}
