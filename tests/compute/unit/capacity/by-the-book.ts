import type { WaitReason } from "~/compute/placing-times";
import type { FreeNode, GpuRequest, Share } from "~/compute/inside/capacity/free-pool";
import { grantedSizes } from "~/compute/inside/capacity/granted";
import type { GpusInUse } from "~/compute/inside/capacity/queue-order";
import type { NodeNeeds } from "~/compute/inside/capacity/node-needs";
import type { HoldOfRow } from "~/compute/inside/capacity/hold";
import type { PlaceInLine, RowPlan, RowState } from "~/compute/inside/capacity/plan-row";
import type { WaitingTask } from "~/compute/inside/capacity/waiting-task";

/** The choice of nodes word for word, by looking at every node (S2, S4, S5, S7). */
export function byTheBook(
  { gpus, network, needs = null, image = null, tenantId = 0 }: GpuRequest,
  nodes: readonly FreeNode[],
): Share[] | null {
  const open = nodes
    .filter(
      (one) =>
        !one.fencedFor &&
        !one.avoided &&
        !one.avoidedBy?.includes(tenantId) &&
        hasRoom(one, image) &&
        hasMeans(one, needs) &&
        (network === "ethernet" || one.ibsActive >= 1),
    )
    .sort(
      (a, b) =>
        a.freeGpus.length - b.freeGpus.length ||
        Number(hasImage(b, image)) - Number(hasImage(a, image)) ||
        sinceMs(a) - sinceMs(b) ||
        a.nodeName.localeCompare(b.nodeName),
    );
  const whole = open.filter((one) => one.freeGpus.length === one.gpus);
  if (gpus > 8) {
    const eights = whole.filter((one) => one.gpus === 8).slice(0, gpus / 8);
    return eights.length < gpus / 8 ? null : eights.map((one) => ({ nodeId: one.nodeId, gpus: one.freeGpus }));
  }
  const partly = open.filter((one) => one.freeGpus.length < one.gpus);
  const enough = (one: FreeNode) => one.freeGpus.length >= gpus;
  const chosen = partly.find(enough) ?? whole.find(enough);
  return chosen ? [{ nodeId: chosen.nodeId, gpus: chosen.freeGpus.slice(0, gpus) }] : null;
}

/** Nodes that nothing runs on come last. */
function sinceMs({ busySince }: FreeNode): number {
  return busySince?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

function hasImage({ images = [] }: FreeNode, image: string | null): boolean {
  return image !== null && images.includes(image);
}

function hasRoom({ withoutRoomFor = [] }: FreeNode, image: string | null = null): boolean {
  return image === null || !withoutRoomFor.includes(image);
}

/** The node starts such tasks, and reaches or can take all of their volumes (17.6, 18.2). */
function hasMeans({ nodeId, means }: FreeNode, needs: NodeNeeds | null): boolean {
  if (needs === null) return true;
  const onNode = needs.nodeId !== null || needs.localGb > 0;
  return (
    means !== undefined &&
    (means.pulls || !needs.pulls) &&
    (means.volumeReach === "shared" || !needs.shared) &&
    (means.volumeReach === "local" || !onNode) &&
    [null, nodeId].includes(needs.nodeId) &&
    means.volumeRoomGb >= needs.localGb
  );
}

/**
 * The planner word for word (S6, S10, S11, S16): it looks at everything for each question and remembers nothing. The
 * product's planner remembers things; that must not change any of its decisions.
 */
export function planByTheBook(state: RowState): Pick<RowPlan, "decisions" | "holds"> & { waits: PlaceInLine[] } {
  const { now, funds, inUse } = state;
  const nodes = state.nodes.map((node): FreeNode => ({ ...node, fencedFor: null }));
  let left = [...state.waiting];
  const decisions: RowPlan["decisions"] = [];
  const priceOf = (task: WaitingTask) => Math.min(task.acceptedGpuPph, state.gpuPph ?? task.acceptedGpuPph);
  const isFunded = (task: WaitingTask) => funds.cover(task, priceOf(task) * task.gpusMin);
  let holds: HoldOfRow[] = [];
  const fence = () => {
    for (const node of nodes)
      node.fencedFor = holds.find(({ nodeIds }) => nodeIds.includes(node.nodeId))?.resvGuid ?? null;
  };
  const opened = (to: (holder: string) => boolean) =>
    nodes.map((node) => (node.fencedFor && to(node.fencedFor) ? { ...node, fencedFor: null } : node));
  const few = Math.ceil(nodes.length / 3);
  const isOfFew = (task: WaitingTask) => nodes.filter((node) => suiting(requestOf(task), node)).length <= few;
  const hasHold = ({ resvGuid }: WaitingTask) => holds.some((hold) => hold.resvGuid === resvGuid);
  const holdFor = (task: WaitingTask, before: readonly number[] = []) => {
    const open = nodes.filter(({ fencedFor }) => !fencedFor);
    const nodeIds = nodesToHold(requestOf(task), open, now, before, patienceOf(task, nodes, now));
    const fenced = holds.flatMap((hold) => hold.nodeIds).length;
    const isTaken = left.some((one) => hasHold(one) && isOfFew(one) === isOfFew(task));
    const isTooMany = nodeIds !== null && fenced > 0 && fenced + nodeIds.length > few;
    return nodeIds && !isTaken && !isTooMany ? [{ resvGuid: task.resvGuid, nodeIds }] : [];
  };
  const hold = (task: WaitingTask, before?: readonly number[]) => {
    holds = [...holds, ...holdFor(task, before)];
    fence();
  };
  const give = (earlier: readonly HoldOfRow[]) => {
    holds = [];
    fence();
    const before = (task: WaitingTask) => earlier.find(({ resvGuid }) => resvGuid === task.resvGuid)?.nodeIds;
    const holders = left
      .map((task) => ({ task, claim: claimBy(task, left, { now, inUse }) }))
      .filter(({ task }) => before(task) && isFunded(task))
      .toSorted((a, b) => b.claim - a.claim);
    const kinds = new Set(holders.map(({ task }) => isOfFew(task)));
    const claimants = () => claims(left, { nodes, now, inUse }, isFunded);
    const challenger = kinds.size === 1 && claimants().find(({ task }) => !kinds.has(isOfFew(task)));
    if (challenger && holders.every(({ claim }) => claim < challenger.claim)) hold(challenger.task);
    for (const { task } of holders) hold(task, before(task));
    for (const _one of [1, 2]) {
      const next = claimants().find(({ task }) => holdFor(task).length > 0);
      if (next) hold(next.task);
    }
  };

  give(state.holds);
  let fundedLeft = left.filter(isFunded).length;

  const order = serving(left, inUse);
  const turns = [...order];
  const delayed: Delayed[] = [];
  for (const [turn, task] of turns.entries()) {
    if (!isFunded(task)) continue;
    const holder = hasHold(task);
    for (const gpus of fundedLeft === 1 ? grantedSizes(task) : [task.gpusMin]) {
      if (!funds.cover(task, priceOf(task) * gpus)) continue;
      const request = { ...requestOf(task), gpus };
      const isSmallest = gpus === task.gpusMin;
      const own = (holderOf: string) => isSmallest && holderOf === task.resvGuid;
      const inTime = (holderOf: string) => isSmallest && endsInTime(task, fencedFor(holderOf, nodes), now);
      const shares =
        byTheBook(request, opened(own)) ??
        byTheBook(
          request,
          opened((one) => own(one) || inTime(one)),
        );
      if (!shares) continue;
      // Its second turn comes after everyone's first.
      const broken = holder || turn >= order.length ? undefined : brokenBy(task, shares, nodes);
      const kept = order.filter((one) => left.includes(one) && isFunded(one));
      if (broken && (delayed.some((one) => isLike(one, broken, task)) || needAll(broken, task, nodes, kept))) {
        delayed.push({ gpus: broken.gpus, acceptedAt: task.acceptedAt });
        turns.push(task);
        break;
      }
      const others = holds.filter(({ resvGuid }) => resvGuid !== task.resvGuid);
      const withFences = shares.map((share) => {
        const fenceOf = others.find(({ nodeIds }) => nodeIds.includes(share.nodeId))?.resvGuid;
        return fenceOf ? { ...share, fenceOf } : share;
      });
      decisions.push({ task, gpus, pphCents: priceOf(task) * gpus, shares: withFences });
      funds.commit(task, priceOf(task) * gpus);
      put(task, shares, nodes, now);
      left = left.filter((one) => one !== task);
      fundedLeft -= 1;
      holds = holds.filter(({ resvGuid }) => resvGuid !== task.resvGuid);
      fence();
      break;
    }
  }
  if (holds.length < 2 && decisions.length > 0) give(holds);
  const waits = order
    .filter((task) => left.includes(task))
    .map((task, index) => ({
      task,
      position: index + 1,
      reason: reasonOf(task, nodes, { unfunded: !isFunded(task), holds: hasHold(task) }),
    }));
  return { decisions, holds, waits };
}

function reasonOf(
  { gpusMin, needs }: WaitingTask,
  nodes: readonly FreeNode[],
  { unfunded, holds }: { unfunded: boolean; holds: boolean },
): WaitReason {
  if (unfunded) return "waiting_for_funds";
  if (holds) return "held";
  const reached = nodes.some(({ means }) => means?.volumeReach === "shared");
  if (typeof needs?.nodeId === "number" || (needs?.shared && !reached)) return "waiting_for_volume";
  return gpusMin > 8 ? "waiting_for_nodes" : "waiting_for_gpus";
}

const requestOf = ({ gpusMin, network, needs = null, image = null, tenantId }: WaitingTask): GpuRequest => ({
  ...{ gpus: gpusMin, network, needs, image, tenantId },
});

function accepted(a: WaitingTask, b: WaitingTask): number {
  return a.acceptedAt.getTime() - b.acceptedAt.getTime() || (a.resvGuid < b.resvGuid ? -1 : 1);
}

/** The free node outside the fence of which the task would take a part; tasks that go ahead of the queue may (S2). */
function brokenBy(task: WaitingTask, [share]: readonly Share[], nodes: readonly FreeNode[]): FreeNode | undefined {
  if (task.again || task.movedUpAt) return undefined;
  return nodes.find(
    ({ nodeId, fencedFor: holder, freeGpus, gpus }) =>
      nodeId === share?.nodeId && !holder && freeGpus.length === gpus && share.gpus.length < gpus,
  );
}

/** A task that would have broken a node with these GPUs. */
interface Delayed {
  gpus: number;
  acceptedAt: Date;
}

function isLike(delayed: Delayed, broken: FreeNode, task: WaitingTask): boolean {
  return delayed.gpus === broken.gpus && delayed.acceptedAt <= task.acceptedAt;
}

/** Checks whether older tasks need all nodes like this one that are left, and come before younger ones. */
function needAll(
  node: FreeNode,
  task: WaitingTask,
  nodes: readonly FreeNode[],
  waiting: readonly WaitingTask[],
): boolean {
  const wholes = nodes.filter(
    (one) => !one.fencedFor && !one.avoided && one.gpus === node.gpus && one.freeGpus.length === node.gpus,
  );
  let left = wholes.length;
  for (const one of waiting) {
    const nodesOf = one.gpusMin / node.gpus;
    const request = { ...requestOf(one), gpus: node.gpus };
    if (!Number.isInteger(nodesOf) || (nodesOf > 1 && node.gpus < 8) || nodesOf > left) continue;
    if (nodesToHold(request, [node], one.acceptedAt) === null) continue;
    if (one.acceptedAt >= task.acceptedAt) return false;
    if (nodesOf === 1) left -= 1;
  }
  return left === 0;
}

/** The GPUs that the task's tenant would have before it (S10). */
function gpusBefore(task: WaitingTask, tasks: readonly WaitingTask[], inUse: GpusInUse): number {
  const earlier = tasks.filter((one) => one.tenantId === task.tenantId && accepted(one, task) < 0 && one !== task);
  return earlier.reduce((sum, { gpusMin }) => sum + gpusMin, inUse.get(task.tenantId) ?? 0);
}

/** The step of those GPUs: none, up to 2, up to 6, and so on (S10). */
function stepOf(task: WaitingTask, tasks: readonly WaitingTask[], inUse: GpusInUse): number {
  return [0, 2, 6, 14, 30, 62, 126, 254].findIndex((most) => gpusBefore(task, tasks, inUse) <= most);
}

function serving(tasks: readonly WaitingTask[], inUse: GpusInUse): WaitingTask[] {
  const moved = (task: WaitingTask) => task.movedUpAt?.getTime() ?? 0;
  const queued = tasks.filter((task) => !task.again && moved(task) === 0);
  return [
    ...tasks.filter((task) => task.again).toSorted(accepted),
    ...tasks.filter((task) => !task.again && moved(task) > 0).toSorted((a, b) => moved(b) - moved(a) || accepted(a, b)),
    ...queued.toSorted((a, b) => stepOf(a, queued, inUse) - stepOf(b, queued, inUse) || accepted(a, b)),
  ];
}

/** The strength of a claim at the end of the present ten minutes. */
function claimBy(
  task: WaitingTask,
  tasks: readonly WaitingTask[],
  { now, inUse }: Pick<RowState, "now" | "inUse">,
): number {
  return (stepAfter(now) - task.acceptedAt.getTime()) / (1 + gpusBefore(task, tasks, inUse));
}

/** The end of the present ten minutes, in ms. */
function stepAfter(now: Date): number {
  return 10 * 60_000 * (1 + Math.floor(now.getTime() / (10 * 60_000)));
}

/** The tasks that may have a hold, the strongest claim first. */
function claims(
  tasks: readonly WaitingTask[],
  { nodes, now, inUse }: Pick<RowState, "now" | "inUse"> & { nodes: readonly FreeNode[] },
  isFunded: (task: WaitingTask) => boolean,
): { task: WaitingTask; claim: number }[] {
  const claim = (task: WaitingTask) => claimBy(task, tasks, { now, inUse });
  return tasks
    .filter((task) => task.gpusMin >= 4 && now.getTime() - task.acceptedAt.getTime() >= 600_000 && isFunded(task))
    .filter(
      (task) =>
        !byTheBook(requestOf(task), nodes) &&
        nodesToHold(requestOf(task), nodes, now, [], patienceOf(task, nodes, now)),
    )
    .toSorted((a, b) => claim(b) - claim(a) || accepted(a, b))
    .map((task) => ({ task, claim: claim(task) }));
}

function fencedFor(holder: string, nodes: readonly FreeNode[]): FreeNode[] {
  return nodes.filter((node) => node.fencedFor === holder);
}

/** Checks whether the node could hold the request when empty. */
function suiting(request: GpuRequest, node: FreeNode): boolean {
  const { gpus, network, needs = null, image = null, tenantId = 0 } = request;
  const size = gpus > 8 ? node.gpus === 8 : node.gpus >= gpus;
  const port = network === "ethernet" || node.ibsActive >= 1;
  return size && port && !node.avoidedBy?.includes(tenantId) && hasRoom(node, image) && hasMeans(node, needs);
}

/** An hour, or half the time that a task of more than a third of the nodes has waited, in ms (decision 0655). */
function patienceOf({ gpusMin, acceptedAt }: WaitingTask, nodes: readonly FreeNode[], now: Date): number {
  const isMany = Math.ceil(gpusMin / 8) > Math.ceil(nodes.length / 3);
  return isMany ? Math.max(3_600_000, (stepAfter(now) - acceptedAt.getTime()) / 2) : Infinity;
}

function nodesToHold(
  request: GpuRequest,
  nodes: readonly FreeNode[],
  now: Date,
  before: readonly number[] = [],
  mostMs = Infinity,
): number[] | null {
  const { gpus, tenantId = 0 } = request;
  const missing = (node: FreeNode) => Math.min(gpus, node.gpus) - node.freeGpus.length;
  const fits = (node: FreeNode) => missing(node) <= 0;
  const kept = (node: FreeNode) => fits(node) && before.includes(node.nodeId);
  const stepMs = stepAfter(now);
  const wait = ({ freeBy, busySince }: FreeNode) =>
    freeBy ? Math.max(0, freeBy.getTime() - stepMs) : stepMs - (busySince?.getTime() ?? stepMs);
  const weighed = (node: FreeNode) => (fits(node) ? 0 : wait(node) * missing(node));
  const needed = Math.ceil(gpus / 8);
  const inUse = (node: FreeNode) => node.gpus - node.freeGpus.length;
  const own = ({ stays = [] }: FreeNode) =>
    stays
      .filter((stay) => stay.tenantId === tenantId && stepMs - stay.from.getTime() > 24 * 60 * 60_000)
      .reduce((sum, stay) => sum + stay.gpus, 0);
  const found = nodes
    .filter((node) => node.gpus - own(node) >= Math.min(gpus, node.gpus))
    .filter((node) => suiting(request, node) && (fits(node) || wait(node) <= mostMs))
    .toSorted(
      (a, b) =>
        Number(kept(b)) - Number(kept(a)) ||
        Number(fits(b)) - Number(fits(a)) ||
        weighed(a) - weighed(b) ||
        inUse(a) - inUse(b) ||
        a.nodeName.localeCompare(b.nodeName),
    );
  return found.length < needed ? null : found.slice(0, needed).map((node) => node.nodeId);
}

function endsInTime({ maxSeconds }: WaitingTask, fenced: readonly FreeNode[], now: Date): boolean {
  const busy = fenced.filter((node) => node.busySince !== null);
  const ends = busy.map((node) => node.freeBy?.getTime() ?? NaN);
  return maxSeconds > 0 && ends.length > 0 && now.getTime() + (630 + maxSeconds) * 1000 <= Math.max(...ends);
}

function put(task: WaitingTask, shares: readonly Share[], nodes: FreeNode[], now: Date): void {
  const until = task.maxSeconds > 0 ? new Date(now.getTime() + task.maxSeconds * 1000) : null;
  for (const { nodeId, gpus } of shares) {
    const node = nodes.find((one) => one.nodeId === nodeId);
    if (!node) continue;
    const both = node.freeBy && until && new Date(Math.max(node.freeBy.getTime(), until.getTime()));
    node.freeBy = node.busySince === null ? until : both;
    node.busySince ??= now;
    node.stays = [...(node.stays ?? []), { tenantId: task.tenantId, gpus: gpus.length, from: now }];
    node.freeGpus = node.freeGpus.filter((gpu) => !gpus.includes(gpu));
  }
}
