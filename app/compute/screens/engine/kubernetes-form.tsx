import { CheckField } from "~/platform/ui/check-field";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { KubernetesFields } from "./engine-fields.server";
import type { EngineFormProps } from "./engine-form";
import { AddressField, GpuWordsField, LimitFields, PLAIN, TokenField, Wide } from "./site-fields";
import { SiteForm } from "./site-form";

/** The connection to a Kubernetes. */
export function KubernetesForm({ known, version, answer, tested }: EngineFormProps<KubernetesFields>) {
  const [form, fields] = useAnsweredForm<KubernetesFields & { engine_password: string }>(
    "set-kubernetes",
    answer,
    known,
  );
  return (
    <SiteForm intent={form.id} version={version} tested={tested}>
      <AddressField field={fields.url} label="Address of the API" placeholder="https://kubernetes.example.com:6443" />
      <TextField {...PLAIN} field={fields.namespace} label="Namespace" hint="For Millrace alone." required />
      <TokenField
        field={fields.engine_password}
        version={version}
        tested={tested}
        command="kubectl -n millrace create token millrace --duration=720h"
      />
      <Wide>
        <TextareaField
          {...PLAIN}
          field={fields.ca}
          label="Certificates of its authority (optional)"
          hint="In PEM. If you enter any, only these are trusted; otherwise public authorities are."
          rows={4}
          className="font-mono text-xs"
        />
      </Wide>
      <TextField
        {...PLAIN}
        field={fields.agent_image}
        label="Image with the agent"
        placeholder="registry.example.com/millrace-agent:1"
        required
      />
      <TextField
        {...PLAIN}
        field={fields.image}
        label="Other image (optional)"
        hint="For tasks whose image has no reference in the catalogue."
      />
      <TextField {...PLAIN} field={fields.resource} label="Resource of GPUs" required />
      <TextField {...PLAIN} field={fields.gpu_label} label="Label with a node's GPU model" required />
      <GpuWordsField
        field={fields.gpu_map}
        hint="Values of that label, and the GPU type of the catalogue: NVIDIA-RTX-A5000 = a5000. Several values may be one type."
      />
      <TextField {...PLAIN} field={fields.queue} label="Kueue's queue (optional)" hint="Without it, no gangs." />
      <TextField {...PLAIN} field={fields.priority_class} label="Priority class (optional)" />
      <TextField
        {...PLAIN}
        field={fields.runtime_class}
        label="Runtime class (optional)"
        hint="If GPUs need one, such as nvidia."
      />
      <TextField
        {...PLAIN}
        field={fields.pull_secret}
        label="Pull secret (optional)"
        hint="In the namespace, for private registries."
      />
      <TextField
        {...PLAIN}
        field={fields.tolerations}
        label="Tolerated taints (optional)"
        hint="Keys, separated by spaces. The key of the GPUs is always tolerated."
      />
      <LimitFields fields={fields} requests="Pods" />
      <Wide>
        <CheckField
          field={fields.user_namespaces}
          label="Root in a Pod is an unprivileged user of its machine (Kubernetes 1.33 or later)"
        />
        <CheckField
          field={fields.all_pods}
          label="The token may list all Pods. Otherwise GPUs that others use look free"
        />
      </Wide>
    </SiteForm>
  );
}
