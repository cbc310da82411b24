import { freeGpus } from "~/compute/free-gpus";
import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import { formatCents, formatCount } from "~/platform/ui/format";
import { Stat, StatRow } from "~/platform/ui/stat";
import { TextLink } from "~/platform/ui/text-link";

/** Figures that anybody can verify: each links to its source. */
export function Proof({ prices, free }: { prices: Prices; free: FreeRow[] }) {
  const gpus = free.reduce((sum, row) => sum + freeGpus(row), 0);
  const clusters = new Set(free.map((row) => row.cluster_name)).size;
  const cheapest = Math.min(...Object.values(prices));
  return (
    <StatRow>
      <Stat
        label="Free right now"
        value={`${formatCount(gpus)} GPUs`}
        note={<TextLink to="/free">{`in ${clusters} ${clusters === 1 ? "cluster" : "clusters"}`}</TextLink>}
      />
      {Number.isFinite(cheapest) ? (
        <Stat
          label="A GPU-hour from"
          value={formatCents(cheapest)}
          note={<TextLink to="/pricing">Prices of every type</TextLink>}
        />
      ) : null}
      <Stat
        label="Charged by"
        value="the second"
        note={<TextLink to="/terms">Waiting and starting are free</TextLink>}
      />
      <Stat label="Uptime" value="90 days" note={<TextLink to="/status">Measured every minute</TextLink>} />
    </StatRow>
  );
}
