import { io, type Socket } from "socket.io-client";
import { env } from "~/platform/env.server";
import type { LiveEvent } from "~/platform/live/events";
import { plantAdmin } from "../operator/measure";
import { choosePorts, processorSeconds, startWeb, startWorker } from "../processes";
import { figure, heading, quantile } from "../report";
import { aBody, aSender, type Send } from "./sender";

const SOCKETS = 200;
const PER_SECOND = 1_000;
const BATCH = 100;
const PROBES = 20;
/** A probe that takes longer is abandoned. */
const LONGEST_MS = 10_000;
/** Large enough for its model to be among those sent by name. */
const CALLS = 1_000_000;

/**
 * Measures the time from an event to the charts of open screens, while other events arrive: a new model name shows when
 * its event is there.
 */
export async function benchLiveCharts(): Promise<void> {
  heading(`API charts live: ${SOCKETS} open screens, ${PER_SECOND} events a second`);
  const ports = await choosePorts();
  const web = await startWeb(env.DATABASE_URL, ports);
  const worker = await startWorker(env.DATABASE_URL, ports);
  const send = await aSender(web.origin);
  const heard = new Map<string, number[]>();
  const cookie = await plantAdmin();
  const screens: Socket[] = [];
  for (let open = 0; open < SOCKETS; open += 1)
    screens.push(await openScreen({ worker: worker.origin, app: `http://127.0.0.1:${ports.web}`, cookie, heard }));
  const stream = streamOf(send);
  try {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const [startedMs, workerBefore] = [performance.now(), processorSeconds(worker.pid)];
    const delays: number[] = [];
    const unheard: string[] = [];
    for (let probe = 0; probe < PROBES; probe += 1) {
      const [model, sentMs] = [`probe-${startedMs.toFixed(0)}-${probe}`, performance.now()];
      await send(aBody(1, { model, calls: CALLS + probe }), 1);
      while ((heard.get(model)?.length ?? 0) < SOCKETS && performance.now() - sentMs < LONGEST_MS)
        await new Promise((resolve) => setTimeout(resolve, 20 + 80 * Math.random()));
      const times = heard.get(model) ?? [];
      if (times.length < SOCKETS) unheard.push(model);
      delays.push(...times.map((ms) => ms - sentMs));
    }
    const seconds = (performance.now() - startedMs) / 1000;
    figure(
      "event to socket: p50 / p99 / most, ms",
      [0.5, 0.99, 1].map((q) => quantile(delays, q).toFixed(0)).join(" / "),
      "at most 2000",
    );
    figure(`probes that a screen had not heard of after ${LONGEST_MS / 1000} s`, String(unheard.length));
    figure("worker's processors", ((processorSeconds(worker.pid) - workerBefore) / seconds).toFixed(2), "below 0.5");
  } finally {
    await stream.stop();
    screens.forEach((screen) => screen.disconnect());
    await worker.stop();
    await web.stop();
  }
}

/** Sends batches at a steady rate until it is stopped. */
function streamOf(send: Send): { stop: () => Promise<void> } {
  const under: Promise<void>[] = [];
  const beat = setInterval(() => void under.push(send(aBody(BATCH), BATCH)), (1000 * BATCH) / PER_SECOND);
  return {
    stop: async () => {
      clearInterval(beat);
      await Promise.all(under);
    },
  };
}

async function openScreen(of: {
  worker: string;
  app: string;
  cookie: string;
  heard: Map<string, number[]>;
}): Promise<Socket> {
  const socket = io(`${of.worker}/operator`, {
    transports: ["websocket"],
    forceNew: true,
    extraHeaders: { origin: of.app, cookie: `millrace_session=${of.cookie}` },
  });
  const known = new Set<string>();
  socket.on("usage", ({ data }: LiveEvent) => {
    for (const model of Object.keys((data as { models?: object } | null)?.models ?? {})) {
      if (!model.startsWith("probe-") || known.has(model)) continue;
      known.add(model);
      of.heard.set(model, [...(of.heard.get(model) ?? []), performance.now()]);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}
