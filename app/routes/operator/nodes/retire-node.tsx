import { Popup } from "~/ui/popup";
import { RetireForm } from "./retire-form";

/** Takes a node without tasks out of the fleet, after a question. */
export function RetireNode({ nodeName }: { nodeName: string }) {
  return (
    <Popup button="Retire" buttonLabel={`Retire ${nodeName}`} title={`Retire ${nodeName}?`} size="small">
      <RetireForm nodeName={nodeName} />
    </Popup>
  );
}
