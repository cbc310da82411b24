import { processorSeconds, type Server } from "../processes";
import { fetchHtml, spread } from "./first-byte";

export interface AgainstEmpty {
  firstByteMs: number;
  emptyMs: number;
  p90Ms: number;
  emptyP90Ms: number;
  ratio: number;
  /** Processor time of the server's process per answer: unlike the times, it excludes waiting for a busy processor. */
  processorMs: number;
  emptyProcessorMs: number;
  htmlBytes: number;
  sentBytes: number;
}

interface Asked {
  url: string;
  cookie: string;
  /** Process id of the server. */
  pid: number;
  empty: Server;
  warmUp: number;
  samples: number;
}

/** First byte of a page and of an empty one, one request to each in turns, so that other load affects both. */
export async function againstEmpty({ url, cookie, pid, empty, warmUp, samples }: Asked): Promise<AgainstEmpty> {
  const [ours, bare]: [number[], number[]] = [[], []];
  let used = { page: 0, bare: 0 };
  let size = { htmlBytes: 0, sentBytes: 0 };
  for (let sample = 0; sample < warmUp + samples; sample += 1) {
    if (sample === warmUp) used = { page: processorSeconds(pid), bare: processorSeconds(empty.pid) };
    const page = await fetchHtml(url, cookie);
    const none = await fetchHtml(`${empty.origin}/`, null);
    if (page.status !== 200 || none.status !== 200) throw new Error(`${url} answered ${page.status}`);
    if (sample < warmUp) continue;
    ours.push(page.firstByteMs);
    bare.push(none.firstByteMs);
    size = page;
  }
  const [page, none] = [spread(ours), spread(bare)];
  return {
    firstByteMs: page.medianMs,
    emptyMs: none.medianMs,
    p90Ms: page.p90Ms,
    emptyP90Ms: none.p90Ms,
    ratio: page.medianMs / none.medianMs,
    processorMs: (1000 * (processorSeconds(pid) - used.page)) / samples,
    emptyProcessorMs: (1000 * (processorSeconds(empty.pid) - used.bare)) / samples,
    htmlBytes: size.htmlBytes,
    sentBytes: size.sentBytes,
  };
}
