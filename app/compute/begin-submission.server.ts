import { transaction, type Tx } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { hashOfSecret } from "~/platform/secret.server";
import type { PlaceAsk } from "./engine";
import { engineSettings } from "./engine-settings";
import { nameOfImage, type StoredImage } from "./inside/capacity/task-image";
import { gpusOfPlace } from "./inside/engines/gpus-of-place";
import { AVOID_S, MACHINE_FAILED, PLACE_IS_NEEDED, PLACE_IS_OPEN } from "./inside/engines/place-sql.server";
import { placeToken } from "./place-token.server";
import { taskSize } from "./task-size";

/** Seconds that an engine gives a task beyond its declared end, to start and to end by itself. */
const BEYOND_OWN_END_S = 900;

interface Submission {
  engineId: number;
  /** A place whose submission got no answer, to be submitted again; omitted: the next wanted one. */
  name?: string;
  now: Date;
}

interface WantedPlace extends StoredImage {
  name: string;
  resvGuid: string;
  attempt: number;
  gpuType: string;
  gpus: number;
  maxSeconds: number;
  settings: unknown;
  avoid: string[];
}

/**
 * Marks a place as being submitted, and returns what to ask the engine for; null without any. It is committed before
 * the engine is called, so a crash in between leaves a place to be looked up by its name, and never one that only the
 * engine knows. Places are taken in the order in which they were wanted.
 */
export async function beginSubmission(given: Submission): Promise<PlaceAsk | null> {
  const place = await transaction((tx) => takePlace(tx, given));
  if (!place) return null;
  const { name, resvGuid, attempt, gpuType, gpus, maxSeconds, settings, avoid } = place;
  const { nodes, gpusPerNode } = gpusOfPlace(gpus);
  const { cpu_cores: cpusPerNode, mem_mb: memMbPerNode } = taskSize(gpusPerNode);
  const { longestSeconds } = engineSettings(settings);
  return {
    ...{ name, resvGuid, attempt, gpuType, nodes, gpusPerNode, cpusPerNode, memMbPerNode },
    ...(avoid.length > 0 ? { avoid } : {}),
    maxSeconds: maxSeconds > 0 ? Math.min(longestSeconds, maxSeconds + BEYOND_OWN_END_S) : longestSeconds,
    url: env.APP_ORIGIN,
    token: placeToken(name),
    comment: `Millrace task ${resvGuid}`,
    ...imageOf(place),
    ...(given.name === undefined ? {} : { again: true }),
  };
}

/** Nothing for a task without an image that can be pulled. */
function imageOf(stored: StoredImage): Pick<PlaceAsk, "image"> {
  const image = nameOfImage(stored);
  return image === null ? {} : { image };
}

async function takePlace(tx: Tx, { engineId, name = "", now }: Submission): Promise<WantedPlace | null> {
  const [place] = await tx.query<Omit<WantedPlace, "avoid">>(
    `select place.name, place.resv_guid as "resvGuid", place.attempt, t.gpu_type as "gpuType", t.gpus_min as gpus,
       t.max_seconds as "maxSeconds", engine.settings,
       case t.image_ref when '' then coalesce(image.reference, '') else t.image_ref end as reference,
       case t.image_ref when '' then coalesce(image.digest, '') else t.image_digest end as digest
     from engine_place place join task t on t.resv_guid = place.resv_guid join engine on engine.id = place.engine_id
       left join image on image.tenant_image = t.tenant_image
     where place.engine_id = $1 and ${PLACE_IS_OPEN} and ${PLACE_IS_NEEDED}
       and case when $2 = '' then place.state = 'wanted' and place.wanted_at <= $3 and engine.held_at is null else place.state = 'submitting' and place.name = $2 end
     order by place.wanted_at, t.position, place.name limit 1 for no key update of place skip locked`,
    [engineId, name, now],
  );
  if (!place) return null;
  await tx.query(
    `update engine_place set state = 'submitting', submitted_at = $2, token_hash = $3,
       reason_kind = case reason_kind when 'launch-failed' then '' else reason_kind end where name = $1`,
    [place.name, now, hashOfSecret(placeToken(place.name))],
  );
  return { ...place, avoid: await readAvoided(tx, engineId, place, now) };
}

/** Machines that the engine shall not choose; none if too few others would be left. */
async function readAvoided(
  tx: Tx,
  engineId: number,
  { gpuType, gpus }: Pick<WantedPlace, "gpuType" | "gpus">,
  now: Date,
): Promise<string[]> {
  const [row] = await tx.query<{ hosts: string[]; others: number }>(
    `with bad as (
       select distinct unnest(place.hosts) as host from engine_place place join task t on t.resv_guid = place.resv_guid
       where place.engine_id = $1 and t.attempts >= place.attempt and ${MACHINE_FAILED}
         and (place.state <> 'ended' or place.ended_at > $3::timestamptz - interval '${AVOID_S} seconds'))
     select coalesce(array_agg(host order by host), '{}') as hosts, (
       select count(*) from engine_node m where m.engine_id = $1 and m.gpu_type = $2 and m.takes_jobs
         and m.name not in (select host from bad))::int as others from bad`,
    [engineId, gpuType, now],
  );
  return row && row.others >= gpusOfPlace(gpus).nodes ? row.hosts : [];
}
