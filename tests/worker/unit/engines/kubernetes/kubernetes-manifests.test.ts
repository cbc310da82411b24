import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NEEDED, OF_QUEUE } from "../../../../../worker/engines/kubernetes/probe";

const DIR = "docs/deploy/kubernetes";
const text = (file: string) => readFileSync(`${DIR}/${file}`, "utf8");

test("the rights that the manifests give are those that are used, and no others", () => {
  const given = text("rights.yaml")
    .split("---")
    .flatMap((part) => {
      const rules = part.matchAll(/apiGroups: \["?([\w.-]*)"?\], resources: \[(\w+)\], verbs: \[([\w, ]+)\]/g);
      return Array.from(rules, ([, group = "", resource = "", verbs = ""]) =>
        verbs.split(", ").map((verb) => ({
          ...{ resource, verb, ...(group ? { group } : {}) },
          ...(part.includes("kind: ClusterRole\n") ? { everywhere: true } : {}),
        })),
      ).flat();
    });
  expect(given).toHaveLength(10);
  expect(new Set(given)).toEqual(new Set([...NEEDED, ...OF_QUEUE]));
});

test.each([
  ["rights.yaml", null],
  ["network-policy.yaml", null],
  ["all-pods.yaml", "allPods"],
  ["gangs-network-policy.yaml", "gangs"],
])("the chart has the same %s, in the namespace of its release", (file, option) => {
  const own = text(file).replaceAll("namespace: millrace", "namespace: {{ .Release.Namespace }}");
  expect(text(`chart/templates/${file}`)).toBe(option ? `{{- if .Values.${option} }}\n${own}{{- end }}\n` : own);
});
