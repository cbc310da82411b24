import { centsTyped } from "~/platform/cents-text";
import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { BudgetMeter } from "./budget-meter";
import type { ShownBudget } from "./shown-budget";

/** The default percentages. */
const PERCENTS_OFFERED = [50, 80, 100];

const typedOf = (cents: number | null) => (cents === null ? "" : centsTyped(BigInt(cents)));

/** A monthly budget with its thresholds, and the balance of the alert (B18). */
export function BudgetForm({ budget, answer }: { budget: ShownBudget; answer: FormAnswer | undefined }) {
  const { cents, toldAt, belowCents, spentCents } = budget;
  const percents = toldAt.length > 0 ? toldAt : PERCENTS_OFFERED;
  const [form, fields] = useAnsweredForm<Record<"budget" | "percents" | "below", string>>("set-budget", answer, {
    budget: typedOf(cents),
    percents: percents.join(", "),
    below: typedOf(belowCents),
  });
  const dollars = { inputMode: "decimal", autoComplete: "off", className: "max-w-48 tabular-nums" } as const;
  return (
    <PostForm intent="set-budget" id={form.id} className="flex max-w-3xl flex-col gap-6">
      <Panel title="Monthly budget" lead="What you plan to spend on tasks in a calendar month (UTC).">
        <div className="flex flex-col gap-5">
          {cents === null ? null : <BudgetMeter spentCents={spentCents} cents={cents} toldAt={toldAt} />}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              field={fields.budget}
              label="Dollars a month"
              hint="Leave it empty for no budget."
              {...dollars}
            />
            <TextField
              field={fields.percents}
              label="Notify me at (percent)"
              hint="One to six percentages, such as 50, 80, 100."
              autoComplete="off"
              className="max-w-48 tabular-nums"
            />
          </div>
          <p className="text-sm text-muted">
            You get one email per percentage and month. A budget stops nothing: tasks keep running until they end or
            your balance is used up.
          </p>
        </div>
      </Panel>
      <Panel
        title="Balance alert"
        lead="In addition to the warnings 24 hours and 1 hour before your balance is used up."
      >
        <TextField
          field={fields.below}
          label="Notify me when my balance falls below (dollars)"
          hint="One email, and another only after your balance has been above it again. Leave it empty for none."
          {...dollars}
        />
      </Panel>
      <div>
        <SubmitButton intent="set-budget">Save</SubmitButton>
      </div>
    </PostForm>
  );
}
