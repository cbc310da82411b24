import type { z } from "zod";
import { areCertificates } from "~/compute/inside/engines/certificates.server";
import { kubernetesSettings } from "~/compute/kubernetes-settings";
import { mark, ownSettings, requestOf, required, siteForm, text } from "./site-form.server";

const { shape } = kubernetesSettings;
const NAME = "Up to 63 lower-case letters, digits, dots and hyphens.";
const KEY = "A key such as nvidia.com/gpu.";
const IMAGE = "An image such as registry.example.com/millrace-agent:1.";
const CERTIFICATES =
  "Certificates in PEM, from BEGIN CERTIFICATE to END CERTIFICATE, and nothing else. In a kubeconfig they are in base64: decode it.";

/** Checks whether a setting may have that value. */
const isFor = (setting: z.ZodType) => (given: unknown) => setting.safeParse(given).success;
const name = text.refine(isFor(shape.queue), NAME);

/** The form of a cluster's Kubernetes. */
export const SetKubernetes = siteForm("kubernetes", "https://kubernetes.example.com:6443")
  .extend({
    ca: text.refine((given) => given === "" || areCertificates(given), CERTIFICATES),
    namespace: required.refine(isFor(shape.namespace), NAME),
    queue: name,
    priority_class: name,
    runtime_class: name,
    pull_secret: name,
    resource: text.refine(isFor(shape.resource), KEY),
    gpu_label: text.refine(isFor(shape.gpuLabel), KEY),
    tolerations: text
      .transform((given) => given.split(/[\s,]+/).filter((key) => key !== ""))
      .refine(isFor(shape.tolerations), "Keys of taints, such as dedicated, with spaces between."),
    agent_image: required.refine(isFor(shape.agentImage), IMAGE),
    image: text.refine(isFor(shape.image), IMAGE),
    user_namespaces: mark,
    all_pods: mark,
  })
  .transform((form) => {
    const { ca, namespace, queue, resource, tolerations, image, gpu_map: gpuMap } = form;
    const own = {
      ...{ ca, namespace, queue, resource, tolerations, image, gpuMap, agentImage: form.agent_image },
      ...{ priorityClass: form.priority_class, runtimeClass: form.runtime_class, pullSecret: form.pull_secret },
      ...{ gpuLabel: form.gpu_label, userNamespaces: form.user_namespaces, allPods: form.all_pods },
    };
    return {
      kind: "kubernetes" as const,
      ...requestOf(form),
      settings: {
        ...kubernetesSettings.omit({ url: true }).parse(own),
        // A Pod's address is inside the cluster, so there is no direct way to it.
        ...ownSettings(form, { ssh: "gateway" }),
      },
    };
  });
