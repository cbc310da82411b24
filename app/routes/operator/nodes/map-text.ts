import type { NodeHealth } from "~/domain/nodes/node-health";
import type { MapNode } from "./map-nodes";

declare const of: unique symbol;
/** The squares of a map in as few characters as they need: there may be a thousand, and the page waits for each of them. */
export type MapText = string & { readonly [of]: MapNode };

const HEALTHS: NodeHealth[] = ["new", "healthy", "error", "dead"];

/** Clusters one after the other, as `byPlace` has them: each by its name and its nodes. Names hold no such marks (9.4). */
export function toMapText(nodes: readonly MapNode[]): MapText {
  let cluster = "";
  const texts = nodes.map((node) => {
    const { node_name, drain, health, version, gpus, used, flagged } = node;
    const begins = node.cluster_name === cluster ? "" : `${node.cluster_name}:`;
    cluster = node.cluster_name;
    const state = `${drain}${HEALTHS.indexOf(health)}${flagged ? 1 : 0}`;
    return `${begins}${node_name},${state},${gpus},${used},${version}`;
  });
  return texts.join(";") as MapText;
}

export function fromMapText(text: MapText): MapNode[] {
  let cluster_name = "";
  return (text === "" ? [] : text.split(";")).map((node) => {
    const colon = node.indexOf(":");
    if (colon >= 0) cluster_name = node.slice(0, colon);
    const [node_name = "", state = "", gpus, used, version] = node.slice(colon + 1).split(",");
    return {
      node_name,
      cluster_name,
      drain: Number(state[0]),
      health: HEALTHS[Number(state[1])] ?? "new",
      flagged: state[2] === "1",
      gpus: Number(gpus),
      used: Number(used),
      version: Number(version),
    };
  });
}
