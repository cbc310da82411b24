import { Badge } from "~/ui/badge";
import { healthLabels, type NodeView } from "./node-view";

/** 'Dead', 'REBOOT' and errors as loud labels; a healthy node has only a small word. */
export function HealthMark({ view }: { view: NodeView }) {
  const labels = healthLabels(view);
  if (labels.length === 0) {
    return <span className="node-healthy">healthy</span>;
  }
  return labels.map((label) => (
    <Badge key={label.text} tone={label.tone}>
      {label.text}
    </Badge>
  ));
}
