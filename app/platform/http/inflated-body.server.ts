import { createGunzip } from "node:zlib";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { intakeMessages } from "~/usage/intake-messages";
import { readBytes } from "./body.server";

/** Returns the bytes of a body that may be gzipped; never inflates more than the limit (413). */
export async function readInflated(request: Request, limitBytes: number): Promise<Buffer> {
  const sent = await readBytes(request, limitBytes);
  const encoding = (request.headers.get("Content-Encoding") ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return sent;
  if (encoding !== "gzip" && encoding !== "x-gzip") throw new Refusal(intakeMessages.wrongEncoding, { status: 415 });
  return await inflate(sent, limitBytes);
}

async function inflate(sent: Buffer, limitBytes: number): Promise<Buffer> {
  const gunzip = createGunzip();
  gunzip.end(sent);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > limitBytes) throw new Refusal(M.tooLarge, { status: 413 });
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(M.unreadable, { status: 400 });
  } finally {
    gunzip.destroy();
  }
  return Buffer.concat(parts);
}
