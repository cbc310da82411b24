import type { ReactNode } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import type { FieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import type { VariantField } from "~/rehearsal/inside/variant-form";
import { NAME_MAX } from "~/rehearsal/limits";
import type { FormScreen } from "./rehearsal-form";

interface VariantFieldsProps {
  number: number;
  screen: FormScreen;
  field: (name: string) => FieldState;
  answer: FormAnswer | undefined;
}

/** A summary with a sign that it opens. */
const FOLD =
  "flex items-center gap-2 after:font-normal after:text-muted after:content-['+'] [[open]>&]:after:content-['–']";
const AS_IT_WAS = { value: "", label: "As it was" };
const YES_NO = [AS_IT_WAS, { value: "yes", label: "Yes" }, { value: "no", label: "No" }];

/** The changes of one variant, folded by subject; what is filled in or refused is open. */
export function VariantFields({ number, screen, field, answer }: VariantFieldsProps) {
  const { rows, gpuTypes } = screen;
  const of = (name: VariantField) => field(`v${number}_${name}`);
  const filled = (...names: VariantField[]) => names.some((name) => of(name).defaultValue || of(name).errors);
  const figure = (name: VariantField, label: string, hint?: string) => (
    <TextField field={of(name)} label={label} hint={hint} inputMode="decimal" autoComplete="off" />
  );
  const text = (name: VariantField, label: string, hint?: string) => (
    <TextField field={of(name)} label={label} hint={hint} autoComplete="off" />
  );
  const content = (
    <div className="flex max-w-3xl flex-col gap-2">
      <Group title="More nodes" open={number === 1 || filled("add")}>
        {figure("add", "Nodes")}
        {figure("add_gpus", "GPUs of each")}
        <SelectField
          field={of("add_row")}
          label="Cluster and type"
          choices={[{ value: "", label: "Choose" }, ...rows]}
        />
        <CheckField field={of("add_infiniband")} label="With InfiniBand" />
      </Group>
      <Group title="Fewer or other nodes" open={filled("remove", "drain", "resize")}>
        {text("remove", "Remove", "Names of nodes, with spaces between them.")}
        {text("drain", "Drain", "They finish their tasks and take no more.")}
        {text("resize", "Other sizes", "Such as fra1-gpu-07=4.")}
      </Group>
      <Group title="Price" open={filled("price", "price_type")}>
        <SelectField
          field={of("price_type")}
          label="GPU type"
          choices={[AS_IT_WAS, ...gpuTypes.map((type) => ({ value: type, label: type }))]}
        />
        {figure("price", "New price, $ per GPU-hour")}
        {figure("elasticity", "Elasticity", "−0.5: a tenth dearer, a twentieth less demand. Empty: demand stays.")}
      </Group>
      <Group title="Demand" open={filled("factor")}>
        {figure("factor", "Tasks, times", "1.5: half as many again.")}
        {text("factor_tenant", "Only for tenant", "Empty: for all tenants.")}
        {figure("from_gpus", "From GPUs")}
        {figure("to_gpus", "To GPUs")}
      </Group>
      <Group title="Rules of the queue" open={filled("order", "grow", "declared_ends", "hold_hours", "hold_gpus")}>
        <SelectField
          field={of("order")}
          label="Order"
          choices={[
            AS_IT_WAS,
            { value: "fair", label: "Fewest GPUs first" },
            { value: "arrival", label: "First come" },
          ]}
        />
        <SelectField field={of("grow")} label="Elastic tasks grow" choices={YES_NO} />
        <SelectField field={of("declared_ends")} label="Declared ends count" choices={YES_NO} />
        {figure("hold_hours", "Hold nodes after, hours")}
        {figure("hold_gpus", "Hold nodes from, GPUs")}
      </Group>
      <Group title="Failures" open={filled("failures", "breaker")}>
        <SelectField
          field={of("failures")}
          label="Nodes are lost"
          choices={[AS_IT_WAS, { value: "none", label: "Never" }, { value: "rate", label: "At this rate" }]}
        />
        {figure("per_month", "Losses of a node in 30 days")}
        {figure("repair_hours", "Hours to repair", "Empty: 24.")}
        {figure("breaker", "Fleet breaker, %", "From this share of silent nodes on, no task is lost.")}
      </Group>
      <Group title="Limit" open={filled("limit")}>
        {figure("limit", "GPUs of a tenant", "In use and waiting, in a cluster and type.")}
        {text("limit_tenant", "Only for tenant", "Empty: for each tenant.")}
      </Group>
    </div>
  );
  const name = (
    <div className="max-w-sm">
      <TextField field={of("name")} label="Name of the variant" maxLength={NAME_MAX} />
    </div>
  );
  const isOpen = number === 1 || Object.keys(screen.values).some((one) => one.startsWith(`v${number}_`));
  const refused = Object.keys(answer?.lastResult.error ?? {}).some((one) => one.startsWith(`v${number}_`));
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{`Variant ${number}`}</legend>
      <details className="group" open={isOpen || refused}>
        <summary className={`${FOLD} w-fit cursor-pointer text-lg font-semibold`}>{`Variant ${number}`}</summary>
        <div className="mt-4 flex flex-col gap-4">
          {name}
          {content}
        </div>
      </details>
    </fieldset>
  );
}

function Group({ title, open, children }: { title: string; open: boolean | undefined; children: ReactNode }) {
  return (
    <details className="rounded-panel border bg-surface" open={open}>
      <summary className={`${FOLD} cursor-pointer justify-between px-4 py-2.5 text-sm font-medium`}>{title}</summary>
      <div className="grid items-start gap-4 border-t px-4 py-4 sm:grid-cols-3">{children}</div>
    </details>
  );
}
