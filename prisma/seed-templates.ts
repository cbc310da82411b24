import { transaction } from "~/platform/db.server";
import { sealEnvironment } from "~/compute/template-environment.server";

interface HouseTemplate {
  name: string;
  title: string;
  line: string;
  image: string;
  start: string;
  environment?: Record<string, string>;
  ports: number[];
  path: string;
  gpus: number;
}

/** First built-in templates. Each answers on its ports inside the task; all have SSH. */
const templates: HouseTemplate[] = [
  {
    name: "pytorch",
    title: "PyTorch",
    line: "PyTorch 2 with CUDA 12, for training over SSH.",
    image: "docker.io/pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime",
    start: "",
    ports: [],
    path: "/workspace",
    gpus: 1,
  },
  {
    name: "jupyterlab",
    title: "JupyterLab",
    line: "Notebooks with PyTorch, on port 8888.",
    image: "quay.io/jupyter/pytorch-notebook:cuda12-latest",
    start: "jupyter lab --ip=0.0.0.0 --port=8888 --no-browser --allow-root",
    ports: [8888],
    path: "/home/jovyan/work",
    gpus: 1,
  },
  {
    name: "vllm",
    title: "vLLM",
    line: "Serves a language model with the OpenAI API, on port 8000.",
    image: "docker.io/vllm/vllm-openai:v0.6.4",
    start: "vllm serve $MODEL --port 8000",
    environment: { MODEL: "facebook/opt-125m", HF_HOME: "/models" },
    ports: [8000],
    path: "/models",
    gpus: 1,
  },
  {
    name: "comfyui",
    title: "ComfyUI",
    line: "Pictures from graphs of nodes, on port 8188.",
    image: "docker.io/yanwk/comfyui-boot:cu124-slim",
    start: "bash /runner-scripts/entrypoint.sh",
    ports: [8188],
    path: "/workspace",
    gpus: 1,
  },
];

/** Seeds the built-in templates (18.1). An existing or deleted one stays as it is. */
export async function seedTemplates({ now }: { now: Date }): Promise<void> {
  await transaction(async (tx) => {
    for (const [position, one] of templates.entries()) {
      await tx.query(
        `insert into template (name, title, line, image_ref, start_command, environment, http_ports, volume_path, gpus, position, created_at)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
         where not exists (select from template where tenant_id is null and name = $1)`,
        [
          ...[one.name, one.title, one.line, one.image, one.start, sealEnvironment(one.environment ?? {})],
          ...[one.ports, one.path, one.gpus, position, now],
        ],
      );
    }
  });
}
