/** OpenTelemetry's numbers of pino's levels. */
const SEVERITIES: Record<number, { severityNumber: number; severityText: string }> = {
  10: { severityNumber: 1, severityText: "TRACE" },
  20: { severityNumber: 5, severityText: "DEBUG" },
  30: { severityNumber: 9, severityText: "INFO" },
  40: { severityNumber: 13, severityText: "WARN" },
  50: { severityNumber: 17, severityText: "ERROR" },
  60: { severityNumber: 21, severityText: "FATAL" },
};

export function severityOf(level: number) {
  return SEVERITIES[level] ?? { severityNumber: 0, severityText: "" };
}
