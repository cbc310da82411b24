import type { ReactNode } from "react";
import { firstMissing } from "~/compute/inside/reserve/first-missing";
import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { classes } from "~/platform/ui/classes";
import { formatCents } from "~/platform/ui/format";
import { useMoney } from "~/platform/ui/money";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { useMayAddFunds } from "~/platform/ui/use-root-data";
import { KeyForm, SAVE_KEY } from "../key-form";

interface FirstStepsProps {
  /** Name of the default SSH key; null while none is stored. */
  keyName: string | null;
  answer: FormAnswer | undefined;
}

/** Steps to the first task, with those already done; for accounts that never had one. */
export function FirstSteps({ keyName, answer }: FirstStepsProps) {
  const cents = useMoney()?.cents ?? 0;
  const mayAddFunds = useMayAddFunds();
  const hasFunds = cents > 0;
  const missing = firstMissing({ loggedIn: true, hasKeys: keyName !== null, covered: hasFunds });
  return (
    <Panel
      title="No tasks yet"
      lead="A task is a machine with GPUs that you log in to with SSH. Three steps lead to your first task."
      padded={false}
    >
      <ol className="divide-y">
        <Step
          number={1}
          title="Your SSH key"
          done={keyName !== null && `${keyName} is stored. Use it to log in to the tasks you start.`}
        >
          <p className="mb-4 text-sm text-muted">
            Store the public key here; the private key stays with you. <TextLink to="/keys">How to make a key</TextLink>
          </p>
          <KeyForm intent={SAVE_KEY} answer={answer} rows={3} submit="Save key" />
        </Step>
        <Step number={2} title="Funds" done={hasFunds && `${formatCents(cents)} in your balance.`}>
          <p className="mb-4 text-sm text-muted">Prepaid, and charged by the second while a task runs.</p>
          {mayAddFunds ? (
            <ButtonLink to="/billing/add-funds" look={missing === "funds" ? "primary" : "secondary"}>
              Add Funds
            </ButtonLink>
          ) : (
            <p className="text-sm">A member who manages your team&apos;s billing can add funds.</p>
          )}
        </Step>
        <Step number={3} title="Your first task" done={false}>
          <p className="mb-4 text-sm text-muted">Choose GPUs and see what they cost before you start.</p>
          <ButtonLink to="/rent?new=1" look={missing === null ? "primary" : "secondary"}>
            Choose GPUs
          </ButtonLink>
        </Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  number: number;
  title: string;
  /** Result of a completed step in words; false while it is still to do. */
  done: string | false;
  children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  const isDone = done !== false;
  return (
    <li className="flex gap-4 px-4 py-5 sm:px-5">
      <span
        aria-hidden="true"
        className={classes(
          "grid size-7 flex-none place-items-center rounded-full text-sm font-semibold tabular-nums",
          isDone ? "bg-ok-soft text-ok" : "bg-sunken text-muted",
        )}
      >
        {isDone ? "✓" : number}
      </span>
      <div className="min-w-0 max-w-xl flex-1">
        <h3 className="font-medium">
          {title}
          <span className="sr-only">{isDone ? " (done)" : " (to do)"}</span>
        </h3>
        <div className="mt-1">{isDone ? <p className="text-sm text-muted">{done}</p> : children}</div>
      </div>
    </li>
  );
}
