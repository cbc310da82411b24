import { Badge } from "~/platform/ui/badge";
import { StatusDot } from "~/platform/ui/status-dot";
import type { Label } from "./node-view";

/** 'Dead', 'REBOOT' and errors as loud labels; a healthy node has only a small word. */
export function HealthLabels({ labels }: { labels: Label[] }) {
  if (labels.length === 0) return <StatusDot tone="ok">healthy</StatusDot>;
  return labels.map(({ text, tone }) => (
    <Badge key={text} tone={tone}>
      {text}
    </Badge>
  ));
}
