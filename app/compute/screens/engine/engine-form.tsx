import type { FormAnswer } from "~/platform/http/form.server";
import type { EngineFields } from "./engine-fields.server";
import { KubernetesForm } from "./kubernetes-form";
import { SlurmForm } from "./slurm-form";

export interface EngineFormProps<Fields = EngineFields> {
  known: Fields;
  /** The stored engine's; null for a cluster without one. */
  version: number | null;
  answer: FormAnswer | undefined;
  /** The test whose token is stored if none is typed; empty without one. */
  tested: string;
}

/** The connection to a scheduler, and the limits of requests. `Test` calls it, and stores nothing. */
export function EngineForm({ known, ...rest }: EngineFormProps) {
  return known.kind === "slurm" ? <SlurmForm known={known} {...rest} /> : <KubernetesForm known={known} {...rest} />;
}
