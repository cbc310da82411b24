import { EXIT, Failure } from "../failure";
import type { paths } from "../generated/api";
import { done } from "./answer";
import type { Api } from "./client";

type Answer = paths["/v1/volumes"]["get"]["responses"][200]["content"]["application/json"];
export type Volume = Extract<Answer, { retcode: "OK" }>["volumes"][number];

export async function listVolumes(api: Api): Promise<Volume[]> {
  return (await done(api.GET("/v1/volumes"))).volumes;
}

/** The volume of that name or id. @throws Failure when there is none. */
export async function findVolume(api: Api, name: string): Promise<Volume> {
  const volumes = await listVolumes(api);
  const found = volumes.find((volume) => volume.name === name || volume.volume_id === name);
  if (found) return found;
  throw new Failure(`You have no volume named ${name}.`, {
    code: EXIT.notFound,
    hint: "`millrace volumes ls` lists them.",
  });
}
