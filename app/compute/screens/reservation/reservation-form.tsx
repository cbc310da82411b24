import type { ReactNode } from "react";
import type { FundsNow } from "~/money/funds-with-task";
import { TASK_NAME_MAX } from "~/compute/inside/tasks/task-name";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { fieldState } from "~/platform/ui/field-state";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { Stale } from "~/platform/ui/stale";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { Bar } from "./bar";
import { type Choice, isFarChosen, orderPath } from "./choice";
import type { ChoiceErrors } from "./choice-errors";
import { FOLDED } from "./fields";
import { FreeElsewhere } from "./free-elsewhere";
import { GpuPicker, PlaceField } from "./gpu-picker";
import type { Filter } from "./gpu-filter";
import { KeyFields } from "./key-fields";
import type { Wait } from "./next-step";
import type { Shown } from "./use-shown";
import { SizeFields } from "./size-fields";
import { StartFrom } from "./start-from";
import { WhatEnds } from "./what-ends";
import { useChoice } from "./use-choice";

interface ReservationFormProps extends Shown {
  /** The choice of the address, or the values of a refused form. After that the form's own fields decide. */
  loaded: Choice;
  filter: Filter;
  errors: ChoiceErrors;
  /** Null for visitors. */
  funds: FundsNow | null;
  topUpMinCents: number;
  wait: Wait | null;
  idempotencyKey: string;
  /** Why the last form was refused. */
  answer?: FormAnswer | undefined;
  /** Address of this page, up to the query of a choice. */
  to: string;
}

/** One page from the GPU to its start: GPU, size, image, key, name and end, and a bar with the cost and the next step. */
export default function ReservationForm({
  loaded,
  errors,
  answer,
  to,
  idempotencyKey,
  ...given
}: ReservationFormProps) {
  const { offer, free, prices, ageSeconds, loggedIn } = given;
  // The cursor goes to the first field that was refused.
  const [{ id: formId }] = useAnsweredForm(answer?.intent ?? "", answer);
  const { choice, filter, typedKey, onChange } = useChoice({ loaded, filter: given.filter, free, to, formId });
  const field = (name: keyof Choice) => fieldState(name, loaded[name], errors[name]);
  const saidElsewhere = answer && (Object.keys(errors).length > 0 || answer.lastResult.error?.["ssh_public_key"]);
  const hasKeys = offer.keys.length > 0;
  return (
    <PostForm id={formId} action={orderPath(choice)} onChange={onChange} className="flex flex-col gap-9">
      {/* The button that Enter presses. */}
      <button name="intent" value="proceed" hidden />
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      <GpuPicker
        compact
        {...{ filter, prices, free }}
        types={offer.types}
        chosen={choice.row}
        place={(row) => <PlaceField row={row} loaded={loaded.row} />}
      />
      <Step title="How many GPUs" aside={<Stale ageSeconds={ageSeconds} />}>
        <SizeFields {...{ loaded, choice, free, prices, errors }} />
      </Step>
      <div className="grid items-start gap-x-8 gap-y-9 lg:grid-cols-2">
        <Step title="Image or template">
          <StartFrom {...{ loaded, choice, offer, field }} />
        </Step>
        <Step title="SSH key">
          {loggedIn ? (
            <KeyFields field={field("ssh_key_id")} keys={offer.keys} answer={answer} />
          ) : (
            <p className="text-sm text-muted">You paste your public key here once you have an account.</p>
          )}
        </Step>
      </div>
      <details className="more border-y py-4" open={isFarChosen(loaded) || isFoldedRefused(errors)}>
        <summary className="flex items-center justify-between gap-4">
          <span className="min-w-0">
            <span className="block text-lg font-semibold">Name, stop rules and tags</span>
            <span className="block text-sm text-muted [overflow-wrap:anywhere]">{foldedText(choice)}</span>
          </span>
        </summary>
        <div className="fields pt-4">
          <TextField field={field("task_name")} label="Task Name" maxLength={TASK_NAME_MAX} autoComplete="off" />
          {FOLDED.map(([name, { label, choices, placeholder, hint, fact }]) => {
            if (!choices)
              return <TextField key={name} field={field(name)} autoComplete="off" {...{ label, placeholder, hint }} />;
            const value = loaded[name];
            const known = choices.some((one) => one.value === value);
            const more = known ? [] : [{ value, label: fact?.(value, loaded) ?? value }];
            return <SelectField key={name} field={field(name)} {...{ label, hint }} choices={[...choices, ...more]} />;
          })}
          {offer.unmeasured.length === 0 ? null : (
            <p className="self-end text-sm text-muted">
              GPU load cannot be measured on {offer.unmeasured.join(", ")} (simulated GPUs).
            </p>
          )}
        </div>
      </details>
      {answer && !saidElsewhere && answer.intent !== "enqueue" ? (
        <div role="alert">
          <Banner tone="danger">{answer.message}</Banner>
        </div>
      ) : null}
      <WhatEnds choice={choice} />
      <Bar {...given} {...{ choice, hasKeys, typedKey, answer }}>
        <FreeElsewhere {...{ choice, offer, free, to }} />
      </Bar>
    </PostForm>
  );
}

interface StepProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

function Step({ title, aside, children }: StepProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-lg font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The values of the folded part in a line. */
function foldedText(choice: Choice): string {
  const chosen = FOLDED.flatMap(([name, { label, fact }]) => {
    const value = fact?.(choice[name], choice);
    return value ? [name === "agent" ? value : `${label} ${value}`] : [];
  });
  return [choice.task_name, ...chosen].join(" · ");
}

function isFoldedRefused(errors: ChoiceErrors): boolean {
  return [...FOLDED.map(([name]) => name), "task_name" as const].some((name) => errors[name] !== undefined);
}
