import { join } from "node:path";
import { IMAGE_PROGRAMS } from "../task/program-files";
import { readJson, readSmallFile, taskFileSchema } from "../task/folder";
import { answer } from "./image-page";

/**
 * Replaces a program of an image, which the demo does not pull: it responds on the program's port, and a WebSocket
 * gets back what it sends.
 */
export function imageProgram([conf = "", name = "", ...args]: string[]): void {
  const { title, port: usual } = IMAGE_PROGRAMS[name as keyof typeof IMAGE_PROGRAMS];
  const command = args.join(" ");
  const port = Number(/--port[= ](\d+)/.exec(command)?.[1] ?? usual);
  const sentence = `A small program of the demo stands in for ${title}`;
  if (args.includes("--version") || args.includes("--help")) return console.log(`${sentence}.`);
  const task = readJson(join(conf, "task.json"), taskFileSchema);
  const release = readSmallFile(join(conf, "os-release")) ?? "";
  const about = {
    title,
    command: `${name} ${command}`.trim(),
    image: /^PRETTY_NAME="(.*)"$/m.exec(release)?.[1] ?? "",
    task: task?.task_name ?? "",
    gpus: task?.gpu_uuids.map((uuid) => `${task.gpu_model?.name ?? "GPU"}, ${uuid}`) ?? [],
    variables: Object.keys(task?.environment ?? {}),
    model: /--model[= ](\S+)/.exec(command)?.[1] ?? /^serve (?!-)(\S+)/.exec(command)?.[1] ?? "stand-in",
  };
  Bun.serve({
    // Bun's page about an error would show the program's own lines.
    ...{ hostname: "127.0.0.1", port, development: false },
    fetch: (request, server) => (server.upgrade(request) ? undefined : answer(request, about)),
    websocket: { message: (socket, message) => void socket.send(message) },
  });
  console.log(`${sentence} on port ${port}: the demo cannot pull images.`);
}
