import { Badge } from "~/platform/ui/badge";
import type { Tone } from "~/platform/ui/tone";
import { type Severity, SEVERITY_WORDS } from "~/staff/inside/alerts/rule";

const TONES: Record<Severity, Tone> = { critical: "danger", warning: "warn", info: "accent" };

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <Badge tone={TONES[severity]}>{SEVERITY_WORDS[severity]}</Badge>;
}
