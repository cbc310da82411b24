import type { StreamRequest } from "~/fleet/agent-streams";
import type { TaskAccess } from "~/compute/find-task-access.server";
import type { LinkStream } from "../streams/link-stream";
import { StreamEnd } from "../streams/link-stream";
import type { AgentLinks } from "./agent-links";
import { countStream } from "./figures";
import type { Peers } from "./peers";

export type Asked<Request = StreamRequest> = Request extends unknown ? Omit<Request, "placement_id"> : never;

/** Opens streams into tasks, at whichever worker the agent of their node is. */
export class Reach {
  constructor(
    readonly links: AgentLinks,
    readonly peers: Peers,
  ) {}

  /**
   * Opens a stream. @throws StreamEnd with the reason: `not_running`, `agent_away`, `other_worker`, one of a link's or
   * of the agent's.
   */
  async open(access: TaskAccess, asked: Asked): Promise<LinkStream> {
    return countStream(asked.kind, await this.#open(access, asked));
  }

  async #open({ placementId, nodeId, workerUrl }: TaskAccess, asked: Asked): Promise<LinkStream> {
    if (placementId === null || nodeId === null) throw new StreamEnd("not_running");
    const request = { ...asked, placement_id: placementId };
    const own = this.links.of(nodeId);
    if (own) return await own.open(request);
    if (workerUrl === null) throw new StreamEnd("agent_away");
    if (workerUrl === "") throw new StreamEnd("other_worker");
    return await this.peers.open(workerUrl, nodeId, request);
  }
}
