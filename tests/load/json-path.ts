import autocannon from "autocannon";
import { processorSeconds, type Server } from "./processes";
import { figure, heading } from "./report";

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 16;

/** GET /v1/jobs with an API key compared with a bare JSON route of the same server, in turns in one run. */
export async function benchJsonPath(web: Server, apiKey: string): Promise<void> {
  heading("GET /v1/jobs with an API key, one web process");
  const bare: number[] = [];
  const jobs: number[] = [];
  const processorMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await perSecond(`${web.origin}/healthz`, {}));
    const before = processorSeconds(web.pid);
    const rate = await perSecond(`${web.origin}/v1/jobs`, { authorization: `Bearer ${apiKey}` });
    jobs.push(rate);
    processorMs.push((1000 * (processorSeconds(web.pid) - before)) / (rate * SECONDS));
  }
  const [bareBest, jobsBest] = [Math.max(...bare), Math.max(...jobs)];
  figure("bare JSON route (/healthz), requests/s", bareBest.toFixed(0));
  figure("/v1/jobs of a tenant with 20 tasks, requests/s", jobsBest.toFixed(0));
  figure("the same, processor time of web a request, ms", Math.min(...processorMs).toFixed(2));
  figure("ratio", (jobsBest / bareBest).toFixed(2), "at least 0.40");
}

async function perSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} times other than 2xx`);
  return result.requests.average;
}
