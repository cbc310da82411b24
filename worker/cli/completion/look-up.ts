import { readProfiles } from "../account/profiles";
import { done } from "../api/answer";
import { readOffers } from "../api/offers";
import { unfinishedTasks } from "../api/tasks";
import { listVolumes } from "../api/volumes";
import type { Context } from "../context";
import { perHour } from "../terminal/words";
import type { Candidate, Kind } from "./complete";

const WITHIN_MS = 2_000;

/** Looks up values of a kind. Tab must not wait, so a slow or failed answer counts as no values. */
export function lookUpWith(context: Context): (kind: Kind) => Promise<Candidate[]> {
  return async (kind) => {
    const late = new Promise<Candidate[]>((resolve) => setTimeout(() => resolve([]), WITHIN_MS).unref());
    return await Promise.race([late, LOOK_UP[kind](context).catch(() => [])]);
  };
}

const LOOK_UP: Record<Kind, (context: Context) => Promise<Candidate[]>> = {
  profile: async ({ env }) => Object.entries(readProfiles(env.folder)).map(([word, { url }]) => ({ word, about: url })),
  task: async ({ api }) =>
    (await unfinishedTasks(api())).map(({ task_name, state }) => ({ word: task_name, about: state })),
  image: async ({ publicApi }) =>
    (await done(publicApi().GET("/v1/os"))).os.map(({ tenant_image, os_name }) => ({
      word: tenant_image,
      about: os_name,
    })),
  template: async ({ api }) =>
    (await done(api().GET("/v1/templates"))).templates.map(({ name, image }) => ({ word: name, about: image })),
  volume: async ({ api }) => (await listVolumes(api())).map(({ name, state }) => ({ word: name, about: state })),
  cluster: async ({ publicApi }) => {
    const { free } = await readOffers(publicApi());
    return [...new Set(free.map((row) => row.cluster_name))].map((word) => ({ word }));
  },
  gpu: async ({ publicApi }) => {
    const { prices } = await readOffers(publicApi());
    return Object.entries(prices).map(([word, pph]) => ({ word, about: `${perHour(pph)} per hour` }));
  },
};
