import { CheckField } from "~/platform/ui/check-field";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { SlurmFields } from "./engine-fields.server";
import type { EngineFormProps } from "./engine-form";
import { AddressField, GpuWordsField, LimitFields, PLAIN, TokenField, Wide } from "./site-fields";
import { SiteForm } from "./site-form";

const RUNTIMES = [
  { value: "auto", label: "Containers (rootless Podman or Docker)" },
  { value: "demo", label: "Sandbox of user namespaces (bubblewrap)" },
];

const SSH = [
  { value: "gateway", label: "The SSH gateway, if there is one" },
  { value: "direct", label: "Their machines, which customers reach" },
];

/** The connection to a Slurm. */
export function SlurmForm({ known, version, answer, tested }: EngineFormProps<SlurmFields>) {
  const [form, fields] = useAnsweredForm<SlurmFields & { engine_password: string }>("set-slurm", answer, known);
  return (
    <SiteForm intent={form.id} version={version} tested={tested}>
      <AddressField field={fields.url} label="Address of slurmrestd" placeholder="https://slurm.example.com" />
      <TextField {...PLAIN} field={fields.user} label="User" hint="For Millrace alone, on every node." required />
      <TokenField
        field={fields.engine_password}
        version={version}
        tested={tested}
        command="scontrol token username=millrace lifespan=2592000"
      />
      <TextField {...PLAIN} field={fields.partition} label="Partition" required />
      <TextField {...PLAIN} field={fields.account} label="Account (optional)" />
      <TextField {...PLAIN} field={fields.qos} label="QOS (optional)" />
      <TextField {...PLAIN} field={fields.agent} label="Agent on the nodes" required />
      <GpuWordsField
        field={fields.gpu_map}
        hint="Slurm's word for each GPU, and the GPU type of the catalogue. For gres gpu:a100-sxm:8: a100-sxm = a100."
      />
      <SelectField field={fields.runtime} label="Tasks run in" choices={RUNTIMES} />
      <SelectField field={fields.ssh} label="SSH to tasks leads to" choices={SSH} />
      <LimitFields fields={fields} requests="jobs" longestHint="Below the partition's limit." />
      <Wide>
        <CheckField field={fields.accounting} label="The site has slurmdbd" />
      </Wide>
    </SiteForm>
  );
}
