import type { SourceRow } from "./rehearsal-input";

/** `fra1/h100`: a cluster with a GPU type, in forms and addresses. */
export function rowName({ cluster_name, gpu_type }: SourceRow): string {
  return `${cluster_name}/${gpu_type}`;
}

/** The row of that name; of another text, a part of it is empty or does not exist. */
export function rowNamed(name: string): SourceRow {
  const [cluster_name = "", gpu_type = ""] = name.split("/");
  return { cluster_name, gpu_type };
}

/** `fra1 · h100`: a cluster with a GPU type, as people read it. */
export function rowLabel({ cluster_name, gpu_type }: SourceRow): string {
  return `${cluster_name} · ${gpu_type}`;
}
