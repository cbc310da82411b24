/** What an admin types into the form of a cluster's Kubernetes. */
export const KUBERNETES_FORM = {
  ...{ url: "https://kubernetes.example.com:6443/", engine_password: "a.b.c", ca: "", namespace: "gpu", queue: "" },
  ...{ priority_class: "", runtime_class: "", pull_secret: "", tolerations: "", agent_image: "millrace/agent:1" },
  ...{ resource: "nvidia.com/gpu", gpu_label: "nvidia.com/gpu.product", gpu_map: "NVIDIA-RTX-A5000 = a5000" },
  ...{ image: "", longest_hours: "24", window: "5", lease_minutes: "30" },
};
