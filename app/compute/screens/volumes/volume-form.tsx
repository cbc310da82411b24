import { useState } from "react";
import type { KeepingCluster } from "~/compute/inside/volumes/list-keeping-clusters.server";
import { VOLUME_MAX_GB, VOLUME_MIN_GB } from "~/compute/volume-size";
import { dayDollars } from "~/compute/inside/volumes/volume-price";
import type { FormAnswer } from "~/platform/http/form.server";
import { formatCents, formatCount } from "~/platform/ui/format";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useEarlyChanges } from "~/platform/ui/use-early-changes";

const GB_OFFERED = 100;

interface VolumeFormProps {
  clusters: KeepingCluster[];
  gbMonthCents: number;
  answer: FormAnswer | undefined;
}

/** Form for a new volume: name, size and cluster, and its cost. */
export function VolumeForm({ clusters, gbMonthCents, answer }: VolumeFormProps) {
  const [form, fields] = useAnsweredForm<Record<"name" | "gb" | "cluster_name", string>>("make", answer, {
    name: "",
    gb: String(GB_OFFERED),
    cluster_name: clusters[0]?.clusterName ?? "",
  });
  const [typed, setTyped] = useState<string>();
  useEarlyChanges(form.id, (element) => setTyped(String(new FormData(element).get("gb"))));
  const gb = shownGb(typed ?? fields.gb.defaultValue);
  return (
    <PostForm intent="make" id={form.id} className="flex max-w-3xl flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          field={fields.name}
          label="Name"
          hint="a–z, 0–9 and hyphens."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          placeholder="datasets"
          required
        />
        <TextField
          field={fields.gb}
          label="Size in GB"
          hint={`${VOLUME_MIN_GB} to ${formatCount(VOLUME_MAX_GB)}. It can grow later, never shrink.`}
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums"
          onInput={(event) => setTyped(event.currentTarget.value)}
          required
        />
        <SelectField field={fields.cluster_name} label="Cluster" choices={clusters.map(clusterChoice)} />
      </div>
      <p className="text-sm text-muted">
        <span className="font-medium text-ink tabular-nums">
          {formatCount(gb)} GB cost {formatCents(gb * gbMonthCents)} a month, {dayDollars({ gb, gbMonthCents })} a day
        </span>{" "}
        at {formatCents(gbMonthCents)} a GB, charged by the second for as long as the volume exists. When your balance
        is used up, the volume is kept for 14 days and then deleted.
      </p>
      <div>
        <SubmitButton intent="make">Create volume</SubmitButton>
      </div>
    </PostForm>
  );
}

/** The size whose price is shown: the typed one, if a volume may have it. */
function shownGb(typed: unknown): number {
  const gb = Number(typed);
  return Number.isInteger(gb) && gb >= VOLUME_MIN_GB && gb <= VOLUME_MAX_GB ? gb : GB_OFFERED;
}

function clusterChoice({ clusterName, reach }: KeepingCluster) {
  const words = reach === "shared" ? "shared by all nodes" : "on one node";
  return { value: clusterName, label: `${clusterName} · ${words}` };
}
