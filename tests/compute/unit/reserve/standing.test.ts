import { expect, test } from "vitest";
import type { FreeRow } from "~/compute/read-free.server";
import { NETWORK_DEFAULT_PRICING, NETWORK_DEFAULT_RENT, networkAmong } from "~/compute/gpu-sizes";
import { calculationFrom } from "~/compute/screens/pricing/calculation";
import { standingOf } from "~/compute/screens/reservation/standing";
import { type Choice, choiceFrom, orderPath, withRow } from "~/compute/screens/reservation/choice";
import { readyElsewhere } from "~/compute/screens/reservation/readiness";
import type { Offer } from "~/compute/screens/reservation/read-offer.server";

const row = (given: Partial<FreeRow>): FreeRow => ({
  cluster_name: "fra1",
  gpu_type: "a5000",
  free_nodes: 1,
  free_gpus: 8,
  free_fragmented_gpus: 0,
  max_fragmented_gpus: 0,
  max_gpus: 64,
  networks: ["ethernet", "infiniband"],
  fits: { ethernet: [1, 2, 4, 8], infiniband: [1, 2, 4, 8] },
  ...given,
});
const FRA1 = row({});
const AMS2 = row({ cluster_name: "ams2", gpu_type: "a100", networks: ["ethernet"], fits: { ethernet: [1] } });
const offer: Offer = {
  free: [FRA1, AMS2],
  avoids: false,
  types: [],
  prices: { a5000: 95, a100: 249 },
  own: false,
  images: [],
  keys: [{ id: 7, name: "laptop", type: "ssh-ed25519", fingerprint: "", isDefault: true }] as unknown as Offer["keys"],
  unmeasured: [],
  templates: [],
  volumes: [],
  containerRows: [],
};
const choose = (query: string) =>
  choiceFrom(new URLSearchParams(query), offer, NETWORK_DEFAULT_RENT, "myexperiment00-seed0-31012024");
const configure = (query: string) =>
  choiceFrom(new URLSearchParams(query), offer, NETWORK_DEFAULT_PRICING, "myexperiment00-seed0-31012024");
const calculate = (query: string) => calculationFrom(new URLSearchParams(query), ["a5000", "a100"], offer.free);
/** $1.00. */
const DOLLAR = 360_000;

function standing(choice: Choice, dollars: number, hasKeys = true) {
  const funds = { availableUnits: dollars * DOLLAR, committedPph: 0, atTs: 1_700_000_000 };
  return standingOf({ choice, hasKeys, funds, free: offer.free, prices: offer.prices });
}

test("Start Task appears when nothing is missing, and waits for money, a key and GPUs", () => {
  expect(standing(choose(""), 100)).toMatchObject({ missing: null, mayStart: true });
  // Ten minutes of 8 GPUs are $1.27.
  expect(standing(choose("gpu_min=8"), 1)).toMatchObject({ missing: "funds", ready: true, mayStart: false });
  expect(standing(choose("gpu_min=8"), 2)).toMatchObject({ missing: null, mayStart: true });
  expect(standing(choose("gpu_min=16"), 100)).toMatchObject({ missing: "capacity", mayStart: false });
  expect(standing({ ...choose(""), task_name: " " }, 100)).toMatchObject({ missing: null, mayStart: false });
});

test("without a key the rest decides whether one button stores it and starts", () => {
  expect(standing(choose(""), 100, false)).toMatchObject({ missing: "key", missingAfterKey: null });
  expect(standing(choose(""), 0, false)).toMatchObject({ missing: "key", missingAfterKey: "funds" });
});

test("Rent preselects Ethernet, Pricing and Configurator InfiniBand, and never a missing network", () => {
  expect(choose("").network).toBe("ethernet");
  expect([configure("").network, calculate("").network]).toEqual(["infiniband", "infiniband"]);
  expect([configure("network=ethernet").network, calculate("network=ethernet").network]).toEqual([
    "ethernet",
    "ethernet",
  ]);
  expect([configure("row=ams2:a100").network, calculate("gpu_type=a100").network]).toEqual(["ethernet", "ethernet"]);
  expect(calculate("gpu_type=a100&network=infiniband").network).toBe("ethernet");
  expect(networkAmong(["infiniband"], "ethernet")).toBe("infiniband");
  expect(withRow(choose("network=infiniband"), AMS2)).toMatchObject({ row: "ams2:a100", network: "ethernet" });
  expect(withRow(choose("network=infiniband"), FRA1).network).toBe("infiniband");
});

test("an order's address omits defaults and contains the rest", () => {
  const order = orderPath(choose("row=ams2:a100&max_dollars=25"));
  expect(Object.fromEntries(new URLSearchParams(order.split("?")[1]))).toEqual({
    new: "1",
    task_name: "myexperiment00-seed0-31012024",
    ssh_key_id: "7",
    row: "ams2:a100",
    tenant_image: "",
    gpu_min: "1",
    network: "ethernet",
    max_dollars: "25",
  });
});

const FULL = row({ free_nodes: 0, free_gpus: 0, fits: { ethernet: [], infiniband: [] } });
const ROOM = row({ cluster_name: "ams2", networks: ["ethernet"], fits: { ethernet: [1, 2], infiniband: [] } });
const A100_ROOM = row({ cluster_name: "sto1", gpu_type: "a100" });
const elsewhere = (query: string, free: FreeRow[], containerRows: string[] = []) =>
  readyElsewhere(
    {
      ...choose("row=fra1:a5000&network=ethernet&task_name=x&tags=a"),
      ...Object.fromEntries(new URLSearchParams(query)),
    },
    free,
    {
      containerRows,
    },
  );

test("the same GPUs in another cluster are offered while the chosen one is full, and the choice is kept", () => {
  const found = elsewhere("gpu_min=2&max_dollars=5", [A100_ROOM, FULL, ROOM]);
  expect(found).toMatchObject({
    clusterName: "ams2",
    choice: { row: "ams2:a5000", gpu_min: "2", network: "ethernet", task_name: "x", tags: "a", max_dollars: "5" },
  });
  // Only by the network that the cluster has.
  expect(elsewhere("network=infiniband", [FULL, ROOM])?.choice.network).toBe("ethernet");
});

test("nothing is offered elsewhere if it would not start there, or need not", () => {
  expect(elsewhere("gpu_min=4", [FULL, ROOM])).toBeNull();
  expect(elsewhere("gpu_min=1", [FRA1, ROOM])).toBeNull();
  expect(elsewhere("gpu_min=1", [FULL, A100_ROOM])).toBeNull();
  // A volume belongs to a cluster; a template needs containers.
  expect(elsewhere("volume=data", [FULL, ROOM])).toBeNull();
  expect(elsewhere("template=vllm", [FULL, ROOM])).toBeNull();
  expect(elsewhere("template=vllm", [FULL, ROOM], ["ams2:a5000"])?.clusterName).toBe("ams2");
});

test("a template or a volume named without a cluster gets one whose nodes run containers", () => {
  const containers = {
    ...offer,
    templates: [{ name: "train" }] as Offer["templates"],
    volumes: [{ name: "data", cluster_name: "ams2" }] as Offer["volumes"],
    containerRows: ["ams2:a100"],
  };
  const rowOf = (query: string, given: Offer = containers) =>
    choiceFrom(new URLSearchParams(query), given, NETWORK_DEFAULT_RENT, "myexperiment00-seed0-31012024").row;
  expect(rowOf("")).toBe("fra1:a5000");
  expect(rowOf("template=train")).toBe("ams2:a100");
  expect(rowOf("template=train&row=fra1:a5000")).toBe("fra1:a5000");
  const everywhere = { ...containers, containerRows: ["fra1:a5000", "ams2:a100"] };
  expect(rowOf("template=train", everywhere)).toBe("fra1:a5000");
  expect(rowOf("volume=data", everywhere)).toBe("ams2:a100");
  expect(rowOf("volume=data", { ...containers, containerRows: [] })).toBe("fra1:a5000");
});
