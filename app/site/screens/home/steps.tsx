import type { Prices } from "~/compute/gpu-cost";
import { costPph } from "~/compute/gpu-cost";
import { formatCents } from "~/platform/ui/format";
import { byPrice } from "~/compute/views/by-price";

const EXAMPLE_GPUS = 8;

/** The steps to a task, with real commands and current prices. */
export function Steps({ prices }: { prices: Prices }) {
  return (
    <section aria-labelledby="how">
      <h2 id="how" className="sr-only">
        How it works
      </h2>
      <ol className="grid gap-x-10 gap-y-5 lg:grid-cols-3">
        {stepsAt(prices).map((step, index) => (
          <li key={step.title} className="flex min-w-0 flex-col border-t pt-4">
            <h3 className="font-semibold">
              <span className="mr-2 text-muted tabular-nums">{index + 1}</span>
              {step.title}
            </h3>
            <p className="mt-1 mb-2.5 text-sm text-pretty text-muted">{step.text}</p>
            <code className="mt-auto rounded-control bg-sunken px-3 py-2 font-mono text-code break-words">
              {step.example}
            </code>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsAt(prices: Prices) {
  const [gpuType = "", pphCents = 0] = byPrice(prices)[0] ?? [];
  const cost = formatCents(costPph(pphCents, EXAMPLE_GPUS));
  return [
    {
      title: "Store your SSH key",
      text: "Paste your public key once, and log in with it to every task you start.",
      example: "ssh-keygen -t ed25519",
    },
    {
      title: "Choose GPUs and start",
      text: "1 to 8 on one node, or 16, 32 or 64 on whole nodes that start together. You see the cost before you start.",
      example: gpuType === "" ? "1, 2, 4, 8 … 64 GPUs" : `${EXAMPLE_GPUS} × ${gpuType} = ${cost} per hour`,
    },
    {
      title: "Log in and work",
      text: "You are root in your image. The task shows its address. Charging ends when you kill the task.",
      example: "ssh -p 41022 root@203.0.113.17",
    },
  ];
}
