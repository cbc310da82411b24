import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import { expect, test } from "vitest";
import { givenToTemplates, renderChart } from "../../support/helm/render";

const CHART = "docs/deploy/helm";
const RULES = "millrace.rules.yml";
const SPRIG = "/usr/share/gocode/src/github.com/Masterminds/sprig";
const APP_ORIGIN = "https://cloud.example.com";
const OTHER_GROUPS = ["monitoring.coreos.com/v1"];

const VARIANTS = {
  minimal: { settings: { APP_ORIGIN } },
  "three replicas behind an Ingress with TLS": {
    settings: { APP_ORIGIN, TASK_HOST: "tasks.example.net", FIRST_ADMIN_EMAIL: "us@example.com" },
    web: { replicas: 3 },
    worker: { replicas: 3 },
    ingress: { enabled: true, className: "nginx", tlsSecret: "cloud-tls", tasksTlsSecret: "tasks-tls" },
  },
  "all options": {
    image: { repository: "registry.example.com/millrace", tag: "1.2.3" },
    imagePullSecrets: [{ name: "registry" }],
    existingSecret: "cloud",
    settings: {
      APP_ORIGIN,
      LIVE_ORIGIN: "https://live.example.com",
      TASK_HOST: "tasks.example.net",
      SELLER_NAME: "A: 'B'",
    },
    worker: { hostNetwork: true, resources: { limits: { cpu: "2" } } },
    nodeSelector: { "example.com/pool": "control" },
    tolerations: [{ key: "control", operator: "Exists", effect: "NoSchedule" }],
    ingress: { enabled: true, annotations: { "nginx.ingress.kubernetes.io/proxy-read-timeout": "3600" } },
    networkPolicy: { enabled: true, from: [{ namespaceSelector: { matchLabels: { name: "ingress" } } }] },
    monitoring: { serviceMonitor: true, prometheusRule: true, labels: { release: "prometheus" } },
  },
} satisfies Record<string, object>;
const names = Object.keys(VARIANTS) as (keyof typeof VARIANTS)[];

type Labels = Record<string, string>;
interface Container {
  name: string;
  ports?: { name: string; containerPort: number }[];
  env?: { name: string }[];
  envFrom: { secretRef?: { name: string }; configMapRef?: { name: string } }[];
  securityContext: object;
  [probe: `${string}Probe`]: { httpGet: { port: string } };
}
interface Pod {
  metadata: { labels: Labels };
  spec: {
    containers: Container[];
    securityContext: object;
    topologySpreadConstraints?: { labelSelector: { matchLabels: Labels } }[];
  };
}
interface Port {
  name: string;
  targetPort: string;
}
interface Backend {
  service: { name: string; port: { name: string } };
}
interface Document {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Labels };
  data?: Record<string, string>;
  spec?: {
    template?: Pod;
    selector?: Labels & { matchLabels: Labels };
    podSelector?: { matchLabels: Labels };
    ports?: Port[];
    endpoints?: { port: string }[];
    rules?: { host: string; http: { paths: { path: string; backend: Backend }[] } }[];
    ingress?: { ports: { port: string }[] }[];
    groups?: object[];
  };
}

const installation = (values: object) => ({ release: "prod", namespace: "cloud", values });
const rendered = (values: object) => documentsIn(renderChart(CHART, installation(values)));
const read = (file: string) => readFileSync(file, "utf8");

function documentsIn(text: string): Document[] {
  return parseAllDocuments(text)
    .map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Document | null;
    })
    .filter((document) => document !== null);
}

const idOf = ({ kind, metadata }: Document) => `${kind} ${metadata.name}`;
const sorted = (all: Document[]) => all.toSorted((a, b) => idOf(a).localeCompare(idOf(b)));
const of = (all: Document[], kind: string) => all.filter((document) => document.kind === kind);
const podsOf = (all: Document[]) => all.flatMap(({ spec }) => spec?.template ?? []);
const containersOf = (all: Document[]) => podsOf(all).flatMap(({ spec }) => spec.containers);
const matches = (selector: Labels, labels: Labels) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

interface Model {
  validate(): void;
}

/** Checks a document by its schema. A member that the schema's validator never reads is one that Kubernetes does not know. */
async function check(document: Document): Promise<void> {
  const path = `kubernetes-models/${document.apiVersion}/${document.kind}`;
  const models = (await import(path)) as Record<string, new (data: object) => Model>;
  const Kind = models[document.kind];
  if (!Kind) throw new Error(`no schema of ${path}`);
  const model = new Kind(document);
  const unread = new Set<string>();
  model.validate.call(observed(model, document.kind, unread));
  if (unread.size > 0) throw new Error(`not of the schema: ${[...unread].join(", ")}`);
}

function observed<Watched extends object>(value: Watched, at: string, unread: Set<string>): Watched {
  for (const name of Object.keys(value)) unread.add(`${at}.${name}`);
  return new Proxy(value, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof name === "string") unread.delete(`${at}.${name}`);
      return member !== null && typeof member === "object" ? observed(member, `${at}.${String(name)}`, unread) : member;
    },
  });
}

test.each(names)("%s: each document is of its schema", async (name) => {
  const all = rendered(VARIANTS[name]);
  expect(all.length).toBeGreaterThanOrEqual(9);
  for (const document of all.filter(({ apiVersion }) => !OTHER_GROUPS.includes(apiVersion))) await check(document);
  expect(new Set(all.map(idOf)).size).toBe(all.length);
});

test("a member that Kubernetes does not know, and one of another type, are found", async () => {
  const [web] = of(rendered(VARIANTS.minimal), "Deployment");
  if (!web?.spec?.template) throw new Error("no web");
  const [container] = web.spec.template.spec.containers;
  const wrong = (members: object) => ({
    ...web,
    spec: { ...web.spec, template: { ...web.spec?.template, spec: { containers: [{ ...container, ...members }] } } },
  });
  await expect(check(wrong({ readynessProbe: {} }) as Document)).rejects.toThrow(/readynessProbe/);
  await expect(check(wrong({ ports: [{ containerPort: "http" }] }) as Document)).rejects.toThrow(/containerPort/);
});

test.each(names)("%s: selectors find Pods of one part, and names of ports exist", (name) => {
  const all = rendered(VARIANTS[name]);
  const pods = podsOf(all);
  const found = (selector: Labels) => pods.filter(({ metadata }) => matches(selector, metadata.labels));
  for (const { spec } of of(all, "Deployment")) {
    expect(found(spec?.selector?.matchLabels ?? {})).toEqual([spec?.template]);
    for (const { labelSelector } of spec?.template?.spec.topologySpreadConstraints ?? [])
      expect(found(labelSelector.matchLabels)).toEqual([spec?.template]);
  }
  for (const { spec } of of(all, "PodDisruptionBudget"))
    expect(found(spec?.selector?.matchLabels ?? {})).toHaveLength(1);
  for (const { spec } of of(all, "NetworkPolicy")) {
    expect(found(spec?.podSelector?.matchLabels ?? {})).toEqual(pods);
    const ports = containersOf(all).flatMap((container) => container.ports ?? []);
    expect(ports.map((port) => port.name)).toEqual(spec?.ingress?.[0]?.ports.map(({ port }) => port));
  }
  for (const { spec } of of(all, "Service")) {
    const [pod, ...others] = found(spec?.selector ?? {});
    expect(others).toEqual([]);
    const ports = pod?.spec.containers[0]?.ports?.map((port) => port.name);
    for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
  }
  for (const container of containersOf(all))
    for (const probe of Object.keys(container).filter((key) => key.endsWith("Probe")) as `${string}Probe`[])
      expect(container.ports?.map((port) => port.name)).toContain(container[probe]?.httpGet.port);
  const services = of(all, "Service").flatMap(({ metadata, spec }) =>
    (spec?.ports ?? []).map((port) => ({ name: metadata.name, port: { name: port.name } })),
  );
  for (const { http } of of(all, "Ingress").flatMap(({ spec }) => spec?.rules ?? []))
    for (const { backend } of http.paths) expect(services).toContainEqual(backend.service);
  for (const { spec } of of(all, "ServiceMonitor"))
    expect(spec?.endpoints?.map(({ port }) => port).toSorted()).toEqual(
      services.map(({ port }) => port.name).toSorted(),
    );
});

test.each(names)("%s: each setting is of .env.example, and what Pods take from elsewhere is there", (name) => {
  const all = rendered(VARIANTS[name]);
  const known = new Set(Array.from(read(".env.example").matchAll(/^(?:# )?([A-Z_]+)=/gm), ([, setting]) => setting));
  const own = containersOf(all).flatMap((container) => (container.env ?? []).map((one) => one.name));
  const settings = of(all, "ConfigMap").flatMap(({ data }) => Object.keys(data ?? {}));
  expect(settings).toContain("LIVE_ORIGIN");
  expect([...own, ...settings].filter((setting) => !known.has(setting))).toEqual([]);
  const { existingSecret = "millrace" } = VARIANTS[name] as { existingSecret?: string };
  for (const { secretRef, configMapRef } of containersOf(all).flatMap((container) => container.envFrom)) {
    if (secretRef) expect(secretRef.name).toBe(existingSecret);
    else expect(of(all, "ConfigMap").map(({ metadata }) => metadata.name)).toContain(configMapRef?.name);
  }
});

test.each(names)("%s: no container runs as root, writes to its image or has capabilities", (name) => {
  const all = rendered(VARIANTS[name]);
  expect(podsOf(all)).toHaveLength(3);
  for (const { spec } of podsOf(all))
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  for (const { securityContext } of containersOf(all))
    expect(securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
    });
});

test("requests go where a proxy would send them", () => {
  const routes = of(rendered(VARIANTS["all options"]), "Ingress").flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ host, http }) =>
      http.paths.map(({ path, backend }) => `${host}${path} ${backend.service.name}`),
    ),
  );
  expect(routes).toEqual([
    "cloud.example.com/socket.io/ prod-worker",
    "cloud.example.com/ prod-web",
    "live.example.com/socket.io/ prod-worker",
    "*.tasks.example.net/ prod-worker",
  ]);
});

test.each([
  [{}, "settings.APP_ORIGIN must be the address that browsers use, such as https://cloud.example.com"],
  [{ APP_ORIGIN, SMTP_URL: "smtp://x" }, "settings.SMTP_URL is a secret: put it into the Secret millrace"],
  [
    { APP_ORIGIN, OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer x" },
    "settings.OTEL_EXPORTER_OTLP_HEADERS is a secret",
  ],
  [{ APP_ORIGIN, PORT: "80" }, "settings.PORT is set by the chart"],
  [{ APP_ORIGIN, TRUSTED_PROXIES: 2 }, "settings.TRUSTED_PROXIES must be a text in quotes"],
])("the settings %j are refused", (settings, says) => {
  expect(() => renderChart(CHART, installation({ settings }))).toThrow(says);
});

test("the secrets that the chart names are settings, and those that it refuses", () => {
  const about = read(`${CHART}/values.yaml`).split("existingSecret:")[0]?.split("# A Secret that")[1] ?? "";
  const named = (about.match(/[A-Z]+_[A-Z_]+/g) ?? []).toSorted();
  const [, refused = ""] = /\$name := list ("DATABASE_URL".*) }}/.exec(read(`${CHART}/templates/_helpers.tpl`)) ?? [];
  expect(refused.replaceAll('"', "").split(" ").toSorted()).toEqual(named);
  for (const name of named) expect(read(".env.example")).toMatch(new RegExp(`^(# )?${name}=`, "m"));
});

test("the alerts are those of docs/deploy/monitoring", () => {
  expect(read(`${CHART}/files/${RULES}`)).toBe(read(`docs/deploy/monitoring/${RULES}`));
  const [rule] = of(rendered(VARIANTS["all options"]), "PrometheusRule");
  expect(rule?.spec).toEqual(parse(read(`docs/deploy/monitoring/${RULES}`)));
});

const helm = spawnSync("helm", ["version"]).status === 0;
test.skipIf(!helm)(helm ? "Helm renders the same" : "Helm renders the same (skipped: helm is not installed)", () => {
  for (const name of names) {
    const dir = mkdtempSync(join(tmpdir(), "millrace-helm-"));
    const file = join(dir, "values.yaml");
    writeFileSync(file, stringify(VARIANTS[name]));
    const lint = spawnSync("helm", ["lint", "--strict", CHART, "--values", file]);
    expect(lint.status, String(lint.stdout)).toBe(0);
    const made = spawnSync("helm", ["template", "prod", CHART, "--namespace", "cloud", "--values", file]);
    rmSync(dir, { recursive: true });
    expect(made.status, String(made.stderr)).toBe(0);
    expect(sorted(documentsIn(String(made.stdout)))).toEqual(sorted(rendered(VARIANTS[name])));
  }
});

const go = spawnSync("go", ["version"]).status === 0 && existsSync(SPRIG);
test.skipIf(!go)(
  go ? "Go's own templates render the same" : "Go's own templates render the same (skipped: needs golang and Sprig)",
  () => {
    for (const name of names) {
      const made = spawnSync("go", ["run", resolve("tests/support/helm/render.go"), resolve(CHART)], {
        input: JSON.stringify(givenToTemplates(CHART, installation(VARIANTS[name]))),
        env: { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" },
      });
      expect(made.status, String(made.stderr)).toBe(0);
      expect(sorted(documentsIn(String(made.stdout)))).toEqual(sorted(rendered(VARIANTS[name])));
    }
  },
);
