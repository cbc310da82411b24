import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";
import { quantile } from "../report";

export interface FirstHtml {
  status: number;
  /** Bytes as sent, compressed if the server compresses, and uncompressed. */
  sentBytes: number;
  htmlBytes: number;
  encoding: string;
  headers: Record<string, string | string[] | undefined>;
  firstByteMs: number;
}

const agent = new Agent({ keepAlive: true });

/** One GET as a browser sends it, on a connection that stays open; redirects are not followed. */
export async function fetchHtml(url: string, cookie: string | null): Promise<FirstHtml> {
  return await new Promise((resolve, reject) => {
    const headers = {
      accept: "text/html",
      "accept-encoding": "gzip",
      "user-agent": "Mozilla/5.0 Chrome/140",
      ...(cookie ? { cookie: `millrace_session=${cookie}` } : {}),
    };
    const startedMs = performance.now();
    const sent = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      let firstByteMs = 0;
      response.on("data", (chunk: Buffer) => {
        firstByteMs ||= performance.now() - startedMs;
        chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () => {
        firstByteMs ||= performance.now() - startedMs;
        const body = Buffer.concat(chunks);
        const encoding = response.headers["content-encoding"] ?? "none";
        resolve({
          status: response.statusCode ?? 0,
          sentBytes: body.length,
          encoding,
          firstByteMs,
          htmlBytes: encoding === "gzip" ? gunzipSync(body).length : body.length,
          headers: response.headers,
        });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Median and 90th percentile of samples in milliseconds. */
export function spread(samplesMs: readonly number[]): { medianMs: number; p90Ms: number } {
  return { medianMs: quantile(samplesMs, 0.5), p90Ms: quantile(samplesMs, 0.9) };
}
