import { useActionData } from "@remix-run/react";
import type { Discount, GpuQuota, TenantTerms } from "~/compute/tenant-terms.server";
import { Badge } from "~/platform/ui/badge";
import { FormPopup } from "~/platform/ui/form-popup";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextField } from "~/platform/ui/text-field";
import { Time } from "~/platform/ui/time";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";

/** A customer's discounts and quotas, which admins set. */
export function Terms({ terms, mayWrite }: { terms: TenantTerms; mayWrite: boolean }) {
  const { discounts, quotas } = terms;
  return (
    <>
      <Table
        caption="Discounts"
        rows={discounts}
        rowKey={({ id }) => id}
        empty="This customer pays the list prices."
        columns={[
          { head: "Discount", cell: ({ percent }) => (percent === 0 ? "None: the list price" : `${percent}% less`) },
          { head: "GPU type", cell: ({ gpuType }) => gpuType || "All types" },
          { head: "From", cell: ({ from }) => <Time epochSeconds={from} /> },
          { head: "Set by", cell: ({ by }) => by ?? "–" },
          { head: "State", cell: (row) => <State row={row} /> },
          ...(mayWrite
            ? [
                {
                  head: <span className="sr-only">Change</span>,
                  cell: (row: Discount) => (row.state === "planned" ? <Withdraw id={row.id} /> : null),
                  className: "md:text-right",
                },
              ]
            : []),
        ]}
      />
      {quotas.length > 0 ? (
        <div className="border-t">
          <Table
            caption="Quotas"
            rows={quotas}
            rowKey={({ gpuType }) => gpuType}
            empty=""
            columns={[
              { head: "Quota", cell: ({ gpus }) => `${gpus} GPUs at once` },
              { head: "GPU type", cell: ({ gpuType }: GpuQuota) => gpuType || "All types together" },
              { head: "Running and waiting", cell: ({ used }) => used, numeric: true },
            ]}
          />
        </div>
      ) : null}
    </>
  );
}

/** The buttons of the panel's head. */
export function ChangeTerms({ gpuTypes }: { gpuTypes: string[] }) {
  // A debit that awaits its confirmation is no refusal of these forms.
  const answer = refusalIn(useKeptAnswer(useActionData()));
  const types = gpuTypes.map((value) => ({ value, label: value }));
  const [, discount] = useAnsweredForm<{ gpu_type: string; percent: string; from: string }>("discount", answer);
  const [, quota] = useAnsweredForm<{ gpu_type: string; gpus: string }>("quota", answer);
  return (
    <>
      <FormPopup button="Set a discount" title="Set a discount" intent="discount" answer={answer}>
        <TextField
          field={discount.percent}
          label="Percent less than the list price"
          inputMode="numeric"
          hint="0 ends a discount."
        />
        <SelectField
          field={discount.gpu_type}
          label="GPU type"
          choices={[{ value: "", label: "All types" }, ...types]}
        />
        <TextField
          field={discount.from}
          label="From, UTC"
          type="datetime-local"
          hint="Empty: from now on. Running tasks keep their price."
        />
        <SubmitButton intent="discount">Set the discount</SubmitButton>
      </FormPopup>
      <FormPopup button="Set a quota" title="Set a quota of GPUs" intent="quota" answer={answer}>
        <TextField
          field={quota.gpus}
          label="GPUs at once"
          inputMode="numeric"
          hint="Of running and waiting tasks together. Empty removes the quota."
        />
        <SelectField
          field={quota.gpu_type}
          label="GPU type"
          choices={[{ value: "", label: "All types together" }, ...types]}
        />
        <SubmitButton intent="quota">Set the quota</SubmitButton>
      </FormPopup>
    </>
  );
}

function State({ row: { state } }: { row: Discount }) {
  if (state === "past") return <span className="text-muted">past</span>;
  return <Badge tone={state === "present" ? "ok" : "warn"}>{state === "present" ? "applies now" : "planned"}</Badge>;
}

function Withdraw({ id }: { id: number }) {
  return (
    <PostForm intent="withdraw-discount" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <SubmitButton intent="withdraw-discount" look="quiet">
        Withdraw
      </SubmitButton>
    </PostForm>
  );
}
