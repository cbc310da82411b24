import {
  type Engine,
  type EngineNode,
  type EnginePlace,
  type EngineRef,
  EngineUnknown,
  type PlaceAsk,
  type PlaceList,
  PlaceRefused,
  type ProbeLine,
} from "~/compute/engine";
import type { SiteAccess } from "../ask-site";
import { NotNow } from "../breaker";
import { eventSchema, nodeSchema, type Pod, podSchema, type Workload, workloadSchema } from "./answers";
import { contentOf, isGone, KubernetesRest, wordsOf } from "./kubernetes-rest";
import { isManaged, kueueVersion } from "./kueue";
import { nodeOf } from "./nodes";
import { type Around, eventTs, placesOf, refOf, type SeenPod } from "./places";
import { deleteRequest, podName, podRequest, refusePod, secretRequest } from "./pod-request";
import { probeKubernetes } from "./probe";
import type { KubernetesSettings } from "~/compute/kubernetes-settings";
import { KUEUE_GATE, KUEUE_GROUP, pastEndOf, PLACE_LABEL } from "./words";

/**
 * Seconds for which an ended Pod is kept, and a deleted one is remembered. Kubernetes itself keeps thousands of them.
 */
const KEPT_S = 3_600;
/** Most Pods that one list removes, so that it is not delayed. */
const REMOVED_AT_ONCE = 10;

/** A Kubernetes, by its API (docs/engines-kubernetes.md). */
export class KubernetesEngine implements Engine {
  readonly kind = "kubernetes";
  /** Kubernetes keeps no account of Pods that are gone. */
  readonly spent = null;
  /** Cordoning needs the right to change every node. */
  readonly setDrain = null;
  readonly #settings: KubernetesSettings;
  readonly #access: SiteAccess;
  readonly #rest: KubernetesRest;
  readonly #namespace: string;
  /** All our Pods by uid, including those deleted in the last hour. */
  #seen = new Map<string, SeenPod>();
  /** Kubernetes' version of that state; null: nothing has been listed yet. */
  #version: string | null = null;
  /** The last answer to `list`. */
  #lastList: { cursor: string; places: string } = { cursor: "", places: "" };

  constructor(settings: KubernetesSettings, access: Omit<SiteAccess, "url" | "ca">) {
    this.#settings = settings;
    this.#access = { ...access, url: settings.url, ca: settings.ca || undefined };
    this.#rest = new KubernetesRest(this.#access);
    this.#namespace = `/api/v1/namespaces/${settings.namespace}`;
  }

  probe(): Promise<ProbeLine[]> {
    return probeKubernetes(this.#settings, this.#access);
  }

  async submit(ask: PlaceAsk): Promise<EngineRef> {
    const bodies = Array.from({ length: ask.nodes }, (_, rank) => podRequest(ask, rank, this.#settings));
    if (ask.nodes > 1) await this.#needKueue();
    const pods: Pod[] = [];
    try {
      for (const [rank, body] of bodies.entries()) {
        const pod = (await this.#create(body)) ?? (await this.#adopt(ask, rank));
        pods.push(pod);
        if (ask.nodes > 1) needKueueFor(pod);
      }
    } catch (error) {
      // A part of a gang would wait for ever.
      if (error instanceof PlaceRefused) for (const pod of pods) await this.#delete(pod);
      throw error;
    }
    await this.#giveToken(ask, pods);
    const [first] = pods;
    if (!first) throw new PlaceRefused("a place has one node or more");
    return refOf(ask.name, first);
  }

  /** Null: a Pod of that name exists. @throws PlaceRefused if Kubernetes will never accept it. */
  async #create(body: object): Promise<Pod | null> {
    return await this.#rest.call({ method: "POST", path: `${this.#namespace}/pods`, query: STRICT, body }, (answer) => {
      if (answer.failure.reason === "AlreadyExists") return null;
      refusePod(answer);
      return contentOf(answer, podSchema);
    });
  }

  async #adopt(ask: PlaceAsk, rank: number): Promise<Pod> {
    const pod = await this.#rest.read(`${this.#namespace}/pods/${podName(ask, rank)}`, podSchema);
    if (pod.metadata.labels[PLACE_LABEL] === ask.name) return pod;
    throw new EngineUnknown(`its Pod ${pod.metadata.name} is somebody else's`);
  }

  /**
   * Creates the Secret for which the Pods' agents wait. An existing one may belong to a deleted Pod, and is deleted
   * with it.
   */
  async #giveToken(ask: PlaceAsk, pods: Pod[]): Promise<void> {
    const secrets = `${this.#namespace}/secrets`;
    const create = () =>
      this.#rest.call({ method: "POST", path: secrets, query: STRICT, body: secretRequest(ask, pods) }, (answer) => {
        if (answer.failure.reason === "AlreadyExists") return false;
        if (answer.status >= 400) throw new EngineUnknown(wordsOf(answer));
        return true;
      });
    if (await create()) return;
    await this.#rest.call({ method: "DELETE", path: `${secrets}/${ask.name}` }, (answer) => {
      if (answer.status >= 400 && !isGone(answer, ask.name)) throw new EngineUnknown(wordsOf(answer));
    });
    if (!(await create())) throw new NotNow(`the Secret ${ask.name} is still there`);
  }

  async cancel({ name }: EngineRef): Promise<void> {
    // By name only: one Pod at a time has it, and the uid in the request spares a later one.
    const { items } = await this.#rest.list(`${this.#namespace}/pods`, podSchema, {
      labelSelector: `${PLACE_LABEL}=${name}`,
    });
    for (const pod of items) if (pod.metadata.deletionTimestamp === null) await this.#delete(pod);
  }

  async #delete(pod: Pod): Promise<void> {
    const { name } = pod.metadata;
    await this.#rest.call(
      { method: "DELETE", path: `${this.#namespace}/pods/${name}`, body: deleteRequest(pod) },
      (answer) => {
        if (isGone(answer, name)) return;
        if (answer.status === 409) throw new NotNow(`the Pod ${name} is another one by now`);
        if (answer.status >= 400) throw new EngineUnknown(wordsOf(answer));
      },
    );
  }

  async list(since: string | null): Promise<PlaceList | "unchanged"> {
    const before = this.#lastList;
    const known = since !== null && since === before.cursor;
    await this.#look(known ? this.#version : since);
    const places = placesOf([...this.#seen.values()], await this.#around());
    const list = { cursor: this.#version ?? "", places: JSON.stringify(places) };
    await this.#removeOld(places, before.places);
    if (known && list.places === before.places) return "unchanged";
    this.#lastList = list;
    return {
      places: places.filter((place): place is EnginePlace => place !== null),
      ts: Math.floor((this.#rest.answeredMs ?? this.#access.now().getTime()) / 1000),
      cursor: list.cursor,
      complete: !places.includes(null),
    };
  }

  /** Updates the known Pods by the changes since, or by the whole list. */
  async #look(since: string | null): Promise<void> {
    const pods = `${this.#namespace}/pods`;
    const labelSelector = PLACE_LABEL;
    const changes = since ? await this.#rest.changes(pods, podSchema, { since, labelSelector }) : null;
    const seen = new Map(this.#seen);
    if (!changes || this.#version !== since) {
      // A Pod that was deleted unseen is in no list: only the changes show its end.
      for (const [uid, { gone }] of seen) if (!gone) seen.delete(uid);
      const { items, version } = await this.#rest.list(pods, podSchema, { labelSelector });
      for (const pod of items) seen.set(pod.metadata.uid, { pod, gone: false });
      for (const { type, item } of changes?.events ?? [])
        if (type === "DELETED") seen.set(item.metadata.uid, { pod: item, gone: true });
      this.#version = version;
    } else {
      for (const { type, item } of changes.events) seen.set(item.metadata.uid, { pod: item, gone: type === "DELETED" });
      this.#version = changes.version;
    }
    this.#seen = seen;
  }

  /** Why Pods wait. Kueue or the events may be out of reach: then only the reasons are missing. */
  async #around(): Promise<Around> {
    const alive = [...this.#seen.values()].filter(({ pod, gone }) => !gone && pod.status.phase === "Pending");
    const gated = alive.some(({ pod }) => pod.spec.schedulingGates.some(({ name }) => name === KUEUE_GATE));
    const starting = alive.some(({ pod }) => pod.spec.nodeName !== "");
    return {
      workloads: gated ? await orNone(this.#workloads()) : [],
      events: starting ? await orNone(this.#events()) : [],
    };
  }

  async #workloads(): Promise<Workload[]> {
    const version = await kueueVersion(this.#rest);
    if (!version) return [];
    const path = `/apis/${KUEUE_GROUP}/${version}/namespaces/${this.#settings.namespace}/workloads`;
    return (await this.#rest.list(path, workloadSchema)).items;
  }

  async #events(uid?: string) {
    const fieldSelector = ["involvedObject.kind=Pod", ...(uid ? [`involvedObject.uid=${uid}`] : [])].join(",");
    return (await this.#rest.list(`${this.#namespace}/events`, eventSchema, { fieldSelector })).items;
  }

  /** Removes Pods of places that ended an hour ago; but not before a list has reported their end. */
  async #removeOld(places: (EnginePlace | null)[], reported: string): Promise<void> {
    const beforeTs = Math.floor(this.#access.now().getTime() / 1000) - KEPT_S;
    const old = places.flatMap((place) => {
      const isOld = place?.state === "ended" && (place.endedTs ?? 0) < beforeTs;
      return isOld && reported.includes(JSON.stringify(place)) ? place.ref.name : [];
    });
    for (const name of old.slice(0, REMOVED_AT_ONCE)) {
      for (const [uid, { pod, gone }] of this.#seen) {
        if (pod.metadata.labels[PLACE_LABEL] !== name) continue;
        if (gone) this.#seen.delete(uid);
        else await orNone(this.#delete(pod).then(() => []));
      }
    }
  }

  async past(ref: EngineRef): Promise<EnginePlace | null> {
    const seen = placesOf([...this.#seen.values()], { workloads: [], events: [] }).find(
      (place) => place?.ref.name === ref.name,
    );
    if (seen?.state === "ended") return seen;
    if (ref.externalId === "") return null;
    const past = pastEndOf(await this.#events(ref.externalId));
    if (!past) return null;
    const { end, event } = past;
    const gone: EnginePlace = {
      ...{ ref, state: "ended", end, by: event.reason, startsAboutTs: null, startedTs: null, members: [] },
      endedTs: eventTs(event) || null,
      reason: { kind: "other", word: `${event.reason}: ${event.message}` },
    };
    return gone;
  }

  async nodes(): Promise<EngineNode[]> {
    const { gpuLabel, resource, allPods } = this.#settings;
    const { items } = await this.#rest.list("/api/v1/nodes", nodeSchema);
    const fieldSelector = "status.phase!=Succeeded,status.phase!=Failed";
    const pods = await this.#rest.list(allPods ? "/api/v1/pods" : `${this.#namespace}/pods`, podSchema, {
      fieldSelector,
    });
    return items
      .filter(({ metadata, status }) => gpuLabel in metadata.labels || Number(status.allocatable[resource] ?? 0) > 0)
      .map((node) => nodeOf(node, pods.items, this.#settings));
  }

  /** @throws PlaceRefused: without Kueue some Pods of a gang would run, and hold GPUs until the others do. */
  async #needKueue(): Promise<void> {
    if (this.#settings.queue && (await kueueVersion(this.#rest))) return;
    throw new PlaceRefused("gangs need Kueue and a queue of it: the cluster has none");
  }
}

/** Unknown members are refused, not ignored. */
const STRICT = { fieldValidation: "Strict" };

function needKueueFor(pod: Pod): void {
  if (isManaged(pod)) return;
  throw new PlaceRefused(`Kueue does not look after Pods of this namespace: it let ${pod.metadata.name} go`);
}

async function orNone<Item>(asked: Promise<Item[]>): Promise<Item[]> {
  return await asked.catch((error: unknown) => {
    if (error instanceof EngineUnknown) return [];
    throw error;
  });
}
