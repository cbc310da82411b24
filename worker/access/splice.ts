import { type Duplex, pipeline } from "node:stream";
import type { LinkStream } from "../streams/link-stream";
import { answerBody } from "./answer-body";
import { drained } from "./copy";
import type { TaskAnswer } from "./response-head";

/** Sends the task's answer to a WebSocket's request; once it agreed, joins both ends. */
export function splice(answer: TaskAnswer, stream: LinkStream, socket: Duplex, head: Buffer): void {
  const agreed = answer.status === 101;
  // The end of the connection marks off any other answer.
  const headers = agreed ? answer.headers : answer.headers.filter(([name]) => name.toLowerCase() !== "content-length");
  const lines = [
    `HTTP/1.1 ${answer.status} ${answer.statusText}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(agreed ? ["Connection: Upgrade", "Upgrade: websocket"] : ["Connection: close"]),
  ];
  socket.write(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  if (agreed) {
    if (head.length > 0) stream.write(head);
    void pour(stream, socket);
    void pour(socket, stream);
    return;
  }
  const body = answerBody(answer.body);
  void pour(body ? pipeline(stream, body, () => {}) : stream, socket);
}

async function pour(source: AsyncIterable<Buffer>, target: Duplex): Promise<void> {
  try {
    for await (const chunk of source) if (!target.write(chunk)) await drained(target);
    target.end();
  } catch {
    target.destroy();
  }
}
