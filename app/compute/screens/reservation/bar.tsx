import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { type FundsNow, fundsWithTask } from "~/money/funds-with-task";
import { timeLeft } from "~/money/time-left";
import { costPerDayCents } from "~/compute/gpu-cost";
import type { FormAnswer } from "~/platform/http/form.server";
import { Button } from "~/platform/ui/button";
import { formatCents } from "~/platform/ui/format";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useMayAddFunds } from "~/platform/ui/use-root-data";
import { useScripted } from "~/platform/ui/use-scripted";
import type { loader } from "../rent/route";
import type { Choice } from "./choice";
import { EnqueuePopup, isQueueAsked } from "./enqueue-popup";
import { centsToAdd, stepLabel, type Wait } from "./next-step";
import { standingOf } from "./standing";
import type { Shown } from "./use-shown";

interface BarProps extends Pick<Shown, "free" | "prices" | "loggedIn"> {
  choice: Choice;
  hasKeys: boolean;
  /** True once a key is pasted. */
  typedKey: boolean;
  /** Null for visitors. */
  funds: FundsNow | null;
  topUpMinCents: number;
  wait: Wait | null;
  answer: FormAnswer | undefined;
  children: ReactNode;
}

/** The cost of the choice, how long the balance lasts with it, and the next step: always visible (B16). */
export function Bar({ children, ...given }: BarProps) {
  const { funds, loggedIn } = given;
  const scripted = useScripted();
  const { pphCents } = standingOf(given);
  return (
    <section aria-label="Cost and start" className="bottom-bar cost-bar">
      <dl className="flex gap-x-5 tabular-nums sm:gap-x-8">
        <Figure label="Cost per hour" value={pphCents === null ? "–" : formatCents(pphCents)} lead />
        <Figure
          label="Cost per 24 h"
          value={pphCents === null ? "–" : formatCents(costPerDayCents(pphCents))}
          className="max-sm:hidden"
        />
        {funds && pphCents !== null ? (
          <Figure label="Balance lasts" value={timeLeft(fundsWithTask(funds, pphCents).lastsS)} />
        ) : null}
      </dl>
      <div className="flex grow flex-wrap items-center justify-end gap-3">
        {children}
        <noscript>
          <Button name="intent" value="choose">
            Update cost
          </Button>
        </noscript>
        <SubmitButton
          name="intent"
          value="proceed"
          intent="proceed"
          look="quiet"
          className={loggedIn ? "noscript:bg-accent noscript:text-accent-ink" : "max-sm:hidden"}
        >
          Proceed
        </SubmitButton>
        {loggedIn ? (
          // Space is reserved for it until the script runs. Without a script the confirm step starts the task, at the
          // cost it shows.
          <span className="flex min-h-9.5 min-w-36 flex-wrap items-center justify-end gap-3 noscript:hidden">
            {scripted ? <NextStep {...given} /> : null}
          </span>
        ) : (
          <>
            <SubmitButton name="intent" value="login" intent="login" look="secondary">
              Log in
            </SubmitButton>
            <SubmitButton name="intent" value="register" intent="register">
              Register to start
            </SubmitButton>
          </>
        )}
      </div>
    </section>
  );
}

/** The one button that names what comes next. */
function NextStep({ hasKeys, typedKey, ...given }: Omit<BarProps, "children">) {
  const { choice, funds, topUpMinCents, answer } = given;
  const mayAddFunds = useMayAddFunds();
  const standing = standingOf({ ...given, hasKeys: hasKeys || typedKey });
  const queued = standing.missing === "capacity" || isQueueAsked(answer);
  const wait = useWait(choice, given.wait, queued);
  if (standing.missing === "key")
    return (
      <Button look="primary" type="button" onClick={toKey}>
        Add your SSH key
      </Button>
    );
  const addCents = centsToAdd(funds, standing, topUpMinCents);
  if (standing.missing === "funds" && !mayAddFunds)
    return <p className="max-w-60 text-sm text-muted">Your team&apos;s balance does not cover this.</p>;
  if (queued && standing.missing !== "funds")
    return (
      <EnqueuePopup
        {...{ choice, answer }}
        pphCents={standing.pphCents}
        button={stepLabel("capacity", addCents, wait)}
        look="primary"
        wait={wait?.text ?? null}
      />
    );
  const label = stepLabel(standing.missing, addCents, null);
  const intent = standing.missing ?? "start";
  return (
    <>
      {standing.missing === "funds" && funds && standing.pphCents !== null ? (
        <>
          <p className="text-sm text-muted max-sm:basis-full">
            At least {formatCents(fundsWithTask(funds, standing.pphCents).wantingCents)} more is needed to start.
          </p>
          <input type="hidden" name="amount" value={(addCents / 100).toFixed(2)} />
        </>
      ) : null}
      <SubmitButton name="intent" value={intent} intent={intent}>
        {typedKey && !hasKeys ? `Save key and ${standing.missing === "funds" ? label.toLowerCase() : "start"}` : label}
      </SubmitButton>
    </>
  );
}

function toKey() {
  document.getElementById("field-ssh_public_key")?.focus();
}

/** The waits of tasks like the present choice. They are looked up while it can only wait. */
function useWait({ row, gpu_min, network }: Choice, loaded: Wait | null, isAsked: boolean): Wait | null {
  const { data, load } = useFetcher<typeof loader>();
  const known = [data?.wait, loaded].find((one) => one?.row === row && one.gpu_min === gpu_min) ?? null;
  const question = isAsked && known === null ? `/rent?${new URLSearchParams({ row, gpu_min, network })}` : null;
  useEffect(() => {
    if (question !== null) load(question);
  }, [question, load]);
  return known;
}

function Figure({ label, value, className, lead }: { label: string; value: string; className?: string; lead?: true }) {
  return (
    <div className={className}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={lead ? "text-2xl font-semibold tracking-tight" : "text-lg leading-8 font-medium"}>{value}</dd>
    </div>
  );
}
