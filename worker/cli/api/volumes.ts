import { EXIT, Failure } from "../failure";
import { done } from "./answer";
import type { Answer, Api } from "./client";

export type Volume = Answer<"/v1/volumes">["volumes"][number];

export async function listVolumes(api: Api): Promise<Volume[]> {
  return (await done(api.GET("/v1/volumes"))).volumes;
}

/** Finds a volume by its name or id. @throws Failure when there is none */
export async function findVolume(api: Api, name: string): Promise<Volume> {
  const volumes = await listVolumes(api);
  const found = volumes.find((volume) => volume.name === name || volume.volume_id === name);
  if (found) return found;
  throw new Failure(`You have no volume named ${name}.`, {
    code: EXIT.notFound,
    hint: "To list your volumes: millrace volumes ls",
  });
}
