import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { EngineFields } from "./engine-fields.server";

const RUNTIMES = [
  { value: "auto", label: "Containers (rootless Podman or Docker)" },
  { value: "demo", label: "Sandbox of user namespaces (bubblewrap)" },
];

const SSH = [
  { value: "gateway", label: "The SSH gateway, if there is one" },
  { value: "direct", label: "Their machines, which customers reach" },
];

interface EngineFormProps {
  known: EngineFields;
  /** The stored engine's; null for a cluster without one. */
  version: number | null;
  answer: FormAnswer | undefined;
  /** The test whose token is stored if none is typed; empty without one. */
  tested: string;
}

/** The connection to Slurm, and the limits of requests. `Test` calls it, and stores nothing. */
export function EngineForm({ known, version, answer, tested }: EngineFormProps) {
  const [form, fields] = useAnsweredForm<EngineFields & { engine_password: string }>("set-engine", answer, known);
  const plain = { autoComplete: "off", spellCheck: false } as const;
  return (
    <PostForm intent="set-engine" id={form.id} className="grid max-w-3xl gap-x-6 gap-y-4 sm:grid-cols-2">
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <input type="hidden" name="tested" value={tested} />
      <div className="sm:col-span-2">
        <TextField
          {...plain}
          field={fields.url}
          label="Address of slurmrestd"
          placeholder="https://slurm.example.com"
          required
        />
      </div>
      <TextField {...plain} field={fields.user} label="User" hint="For Millrace alone, on every node." required />
      <TextField
        {...plain}
        field={fields.engine_password}
        type="password"
        label="Token"
        hint={
          tested
            ? "As tested. Type another one to replace it."
            : version !== null
              ? "Stored. Empty: it stays."
              : "scontrol token username=millrace lifespan=2592000"
        }
      />
      <TextField {...plain} field={fields.partition} label="Partition" required />
      <TextField {...plain} field={fields.account} label="Account (optional)" />
      <TextField {...plain} field={fields.qos} label="QOS (optional)" />
      <TextField {...plain} field={fields.agent} label="Agent on the nodes" required />
      <div className="sm:col-span-2">
        <TextareaField
          {...plain}
          field={fields.gpu_map}
          label="GPUs"
          hint="Slurm's word for each GPU, and the GPU type of the catalogue. For gres gpu:a100-sxm:8: a100-sxm = a100."
          rows={3}
          required
        />
      </div>
      <SelectField field={fields.runtime} label="Tasks run in" choices={RUNTIMES} />
      <SelectField field={fields.ssh} label="SSH to tasks leads to" choices={SSH} />
      <TextField
        field={fields.longest_hours}
        label="Longest time of a task, in hours"
        hint="Below the partition's limit."
        inputMode="numeric"
        required
      />
      <TextField
        field={fields.window}
        label="Waiting jobs of each GPU type"
        hint="More tasks wait in Millrace's own order."
        inputMode="numeric"
        required
      />
      <TextField
        field={fields.lease_minutes}
        label="Minutes without contact"
        hint="Then a task there ends by itself."
        inputMode="numeric"
        required
      />
      <div className="sm:col-span-2">
        <CheckField field={fields.accounting} label="The site has slurmdbd" />
      </div>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <SubmitButton intent="set-engine">Save</SubmitButton>
        <SubmitButton intent="set-engine" name="test" value="1" look="secondary">
          Test
        </SubmitButton>
      </div>
    </PostForm>
  );
}
