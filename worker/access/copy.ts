import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { LinkStream } from "../streams/link-stream";
import { answerBody } from "./answer-body";
import type { Body } from "./request-head";
import type { TaskAnswer } from "./response-head";

/** A client that reads no data for this time is gone, or is blocking on purpose. */
const STALLED_MS = 60_000;

/** Sends a request's body into the task, with its own framing, as fast as the task reads it. */
export function sendBody(request: IncomingMessage, stream: LinkStream, body: Body): void {
  if (body.kind === "none") return void request.resume();
  void (async () => {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      const bytes =
        body.kind === "chunked"
          ? Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")])
          : chunk;
      if (chunk.length > 0 && !stream.write(bytes)) await drained(stream);
      if (stream.destroyed) return;
    }
    if (body.kind === "chunked") stream.write("0\r\n\r\n");
    // The program might mistake the end of its input for the end of the client, so only the program ends the connection.
  })().catch(() => stream.destroy());
}

/** Sends a task's answer to the client, as fast as the client takes it; a truncated answer ends visibly. */
export async function copyAnswer(answer: TaskAnswer, stream: LinkStream, response: ServerResponse): Promise<void> {
  const headers = answer.headers.flat();
  response.writeHead(answer.status, answer.statusText, headers);
  if (answer.body.kind === "none") return void response.end();
  // A program may begin to answer long before it has more data.
  response.flushHeaders();
  const body = answerBody(answer.body);
  const source = body ? pipeline(stream, body, () => {}) : stream;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Resolves when the stream accepts more; fails when it is closed or stalls for too long. */
export async function drained(target: NodeJS.WritableStream & { destroyed?: boolean }): Promise<void> {
  if (target.destroyed) throw new Error("gone");
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => done(new Error("stalled")), STALLED_MS);
    const done = (error?: Error) => {
      clearTimeout(timer);
      target.removeListener("drain", onDrain);
      target.removeListener("close", onClose);
      if (error) reject(error);
      else resolve();
    };
    const onDrain = () => done();
    const onClose = () => done(new Error("gone"));
    target.once("drain", onDrain);
    target.once("close", onClose);
  });
}
