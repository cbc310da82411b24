import { readProfiles } from "../account/profiles";
import { done } from "../api/answer";
import { readOffers } from "../api/offers";
import { unfinishedTasks } from "../api/tasks";
import { listVolumes } from "../api/volumes";
import type { Context } from "../context";
import { perHour } from "../terminal/words";
import type { Candidate, Kind } from "./complete";

/** A shell waits for it at each Tab. */
const WITHIN_MS = 2_000;

/** What the server or the stored logins know of a kind; nothing where they cannot be asked. */
export function knownBy(context: Context): (kind: Kind) => Promise<Candidate[]> {
  return async (kind) => {
    const late = new Promise<Candidate[]>((resolve) => setTimeout(() => resolve([]), WITHIN_MS).unref());
    return await Promise.race([late, ask(context, kind).catch(() => [])]);
  };
}

async function ask({ api, publicApi, env }: Context, kind: Kind): Promise<Candidate[]> {
  if (kind === "profile") {
    return Object.entries(readProfiles(env.folder)).map(([word, { url }]) => ({ word, about: url }));
  }
  if (kind === "task") {
    return (await unfinishedTasks(api())).map(({ task_name, state }) => ({ word: task_name, about: state }));
  }
  if (kind === "image") {
    const { os } = await done(publicApi().GET("/v1/os"));
    return os.map(({ tenant_image, os_name }) => ({ word: tenant_image, about: os_name }));
  }
  if (kind === "template") {
    const { templates } = await done(api().GET("/v1/templates"));
    return templates.map(({ name, image }) => ({ word: name, about: image }));
  }
  if (kind === "volume") {
    return (await listVolumes(api())).map(({ name, state }) => ({ word: name, about: state }));
  }
  const { prices, free } = await readOffers(publicApi());
  if (kind === "cluster") return [...new Set(free.map((row) => row.cluster_name))].map((word) => ({ word }));
  return Object.entries(prices).map(([word, pph]) => ({ word, about: `${perHour(pph)} per hour` }));
}
