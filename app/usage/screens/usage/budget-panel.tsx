import { millionsTyped } from "~/usage/inside/budgets/budget";
import type { OwnUsage } from "~/usage/inside/figures/read-own-usage.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { formatPercent } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const FULL = 100;

/** The budget of a month, and its spent share. */
export function BudgetPanel({ usage, answer }: { usage: OwnUsage; answer: FormAnswer | undefined }) {
  const { budget, monthCoins } = usage;
  const [form, fields] = useAnsweredForm<Record<"millions" | "hard", string>>("set-budget", answer, {
    millions: budget ? millionsTyped(budget.coins) : "",
    hard: budget?.hard ? "1" : "",
  });
  return (
    <Panel title="Monthly budget">
      <div className="flex max-w-3xl flex-col gap-5">
        {budget ? <Spent spent={monthCoins} of={budget.coins} /> : null}
        <PostForm intent="set-budget" id={form.id} className="flex flex-col gap-4">
          <TextField
            field={fields.millions}
            label="Coins a month, in millions"
            hint="We email you at 50, 80 and 100%. Months start on the 1st, UTC."
            inputMode="decimal"
            autoComplete="off"
            className="max-w-48 tabular-nums"
          />
          <CheckField
            field={fields.hard}
            label="Hard limit: once it is reached, gateways that ask before each call are refused."
          />
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton intent="set-budget">{budget ? "Save" : "Set budget"}</SubmitButton>
            {budget ? (
              <SubmitButton intent="remove-budget" look="secondary" form="remove-budget">
                Remove
              </SubmitButton>
            ) : null}
          </div>
        </PostForm>
        {budget ? <PostForm intent="remove-budget" id="remove-budget" className="hidden" /> : null}
      </div>
    </Panel>
  );
}

function Spent({ spent, of }: { spent: number; of: number }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="tabular-nums">
        {formatPercent(spent, of)} of {millionsTyped(of)} million coins spent this month
      </p>
      <meter
        className="h-3 w-full"
        min={0}
        max={FULL}
        high={80}
        low={50}
        optimum={0}
        value={Math.min(FULL, (spent / of) * FULL)}
      >
        {formatPercent(spent, of)}
      </meter>
    </div>
  );
}
