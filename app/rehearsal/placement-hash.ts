import { createHash } from "node:crypto";
import type { Placed } from "./replay";

const CHARACTERS_AT_ONCE = 65_536;

/** SHA-256 of placements in their order: task, second, nodes and GPUs. */
export class PlacementHash {
  private readonly hash = createHash("sha256");
  private text = "";

  constructor(private readonly nodeNames: ReadonlyMap<number, string>) {}

  add({ atS, task, shares }: Placed): void {
    const places = shares.map(({ nodeId, gpus }) => `${this.nodeNames.get(nodeId) ?? nodeId}:${gpus.join(",")}`);
    this.text += `${task.id} ${atS} ${places.join(" ")}\n`;
    if (this.text.length > CHARACTERS_AT_ONCE) this.flush();
  }

  digest(): string {
    this.flush();
    return this.hash.digest("hex");
  }

  private flush(): void {
    this.hash.update(this.text);
    this.text = "";
  }
}
