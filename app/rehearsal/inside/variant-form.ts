import { z } from "zod";
import { typedCents } from "~/platform/typed-dollars";
import { NAME_MAX, NODES_MAX } from "../limits";
import { M } from "../messages";
import { Figures, type NodeChangeInput, type VariantInput, within } from "../rehearsal-input";
import { rowName, rowNamed } from "../row-name";

const HOUR_S = 3600;
const PERCENT = 100;

const text = z
  .string()
  .optional()
  .default("")
  .transform((typed) => typed.trim());
/** A figure as typed; null: left empty. */
const figure = (bounds: z.ZodType<number, number>) =>
  text.transform((typed) => (typed === "" ? null : Number(typed))).pipe(bounds.nullable());
const choice = <Value extends string>(...values: Value[]) => text.pipe(z.enum(["", ...values], M.unreadable));
const nodeNames = text
  .transform((typed) => typed.split(/[\s,]+/).filter((name) => name !== ""))
  .refine((names) => names.length <= NODES_MAX, M.rehearsalNodes({ most: NODES_MAX }));

/** The fields of one variant in the form, each a change that is left out when empty. */
const Fields = z.object({
  name: text.refine((typed) => typed.length <= NAME_MAX, M.rehearsalName({ most: NAME_MAX })),
  add: figure(Figures.addedNodes),
  add_gpus: figure(Figures.gpusOfNode),
  add_row: text,
  add_infiniband: choice("1"),
  remove: nodeNames,
  drain: nodeNames,
  resize: nodeNames,
  price: text,
  price_type: text,
  elasticity: figure(Figures.elasticity),
  factor: figure(Figures.factor),
  factor_tenant: text,
  from_gpus: figure(Figures.gpus),
  to_gpus: figure(Figures.gpus),
  order: choice("fair", "arrival"),
  grow: choice("yes", "no"),
  declared_ends: choice("yes", "no"),
  hold_hours: figure(Figures.holdHours),
  hold_gpus: figure(Figures.gpus),
  failures: choice("none", "rate"),
  per_month: figure(Figures.failures),
  repair_hours: figure(Figures.hours),
  breaker: figure(within(1, PERCENT)),
  limit: figure(Figures.limit),
  limit_tenant: text,
});
export type VariantField = keyof z.output<typeof Fields>;
type Typed = z.output<typeof Fields>;

/** The typed fields of the nth variant, as one; null if nothing is changed. */
export const VariantOfForm = Fields.transform((typed, context): VariantInput | null => {
  const fault = (path: VariantField, message: string) => {
    context.addIssue({ code: "custom", path: [path], message });
    return null;
  };
  const nodes = nodesOf(typed);
  if (nodes === "row") return fault("add_row", M.rehearsalRow);
  if (nodes === "resize") return fault("resize", M.rehearsalResize);
  const cents = typed.price === "" ? null : typedCents(typed.price);
  const priced = typed.price !== "" || typed.price_type !== "" || typed.elasticity !== null;
  if (priced && (cents === null || cents < 1n)) return fault("price", M.rehearsalPrice);
  if (priced && typed.price_type === "") return fault("price_type", M.rehearsalPrice);
  if (typed.failures === "rate" && typed.per_month === null) return fault("per_month", M.numberFromTo(FAILURES));
  const variant: VariantInput = {
    name: typed.name,
    nodes,
    prices: priced ? [{ gpu_type: typed.price_type, gpu_pph: Number(cents), elasticity: typed.elasticity ?? 0 }] : [],
    demand: demandOf(typed),
    rules: rulesOf(typed),
    failures: failuresOf(typed),
    breaker: typed.breaker === null ? null : typed.breaker / PERCENT,
    limits: typed.limit === null ? [] : [{ tenant_name: typed.limit_tenant || null, gpus: typed.limit }],
  };
  return isUnchanged(variant) ? null : variant;
});

const FAILURES = { from: 0, to: 100 };
const REPAIR_HOURS = 24;

function nodesOf(typed: Typed): NodeChangeInput[] | "row" | "resize" {
  const changes: NodeChangeInput[] = [];
  if (typed.add !== null) {
    const row = rowNamed(typed.add_row);
    if (row.gpu_type === "" || typed.add_gpus === null) return "row";
    const infiniband = typed.add_infiniband === "1";
    changes.push({ kind: "add", ...row, count: typed.add, gpus: typed.add_gpus, infiniband });
  }
  for (const node_name of typed.remove) changes.push({ kind: "remove", node_name });
  for (const node_name of typed.drain) changes.push({ kind: "drain", node_name });
  for (const one of typed.resize) {
    const [node_name = "", gpus = ""] = one.split("=");
    const size = Figures.gpusOfNode.safeParse(Number(gpus));
    if (!size.success) return "resize";
    changes.push({ kind: "resize", node_name, gpus: size.data });
  }
  return changes;
}

function demandOf({ factor, factor_tenant, from_gpus, to_gpus }: Typed): VariantInput["demand"] {
  return factor === null ? [] : [{ factor, tenant_name: factor_tenant || null, from_gpus, to_gpus }];
}

function rulesOf({ order, grow, declared_ends, hold_hours, hold_gpus }: Typed): VariantInput["rules"] {
  return {
    ...(order === "" ? {} : { order }),
    ...(grow === "" ? {} : { grow: grow === "yes" }),
    ...(declared_ends === "" ? {} : { declared_ends: declared_ends === "yes" }),
    ...(hold_hours === null ? {} : { hold_after_s: Math.round(hold_hours * HOUR_S) }),
    ...(hold_gpus === null ? {} : { hold_from_gpus: hold_gpus }),
  };
}

function failuresOf({ failures, per_month, repair_hours }: Typed): VariantInput["failures"] {
  if (failures === "") return { kind: "own" };
  if (failures === "none") return { kind: "none" };
  return { kind: "rate", per_node_month: per_month ?? 0, repair_hours: repair_hours ?? REPAIR_HOURS };
}

function isUnchanged({ nodes, prices, demand, rules, failures, breaker, limits }: VariantInput): boolean {
  const lists = [nodes, prices, demand, limits, Object.keys(rules)];
  return lists.every((list) => list.length === 0) && failures.kind === "own" && breaker === null;
}

/** The fields that show a variant; a change more than the form has room for is left out. */
export function fieldsOf(variant: VariantInput): Partial<Record<VariantField, string>> {
  const { name, nodes, prices, demand, rules, failures, breaker, limits } = variant;
  const added = nodes.find((one) => one.kind === "add");
  const named = (kind: "remove" | "drain") =>
    nodes.flatMap((one) => (one.kind === kind ? [one.node_name] : [])).join(" ");
  const [price] = prices;
  const [more] = demand;
  const [limit] = limits;
  const yes = (value: boolean | undefined) => (value === undefined ? "" : value ? "yes" : "no");
  const shown = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));
  return {
    name,
    ...(added && {
      add: shown(added.count),
      add_gpus: shown(added.gpus),
      add_row: rowName(added),
      add_infiniband: added.infiniband ? "1" : "",
    }),
    remove: named("remove"),
    drain: named("drain"),
    resize: nodes.flatMap((one) => (one.kind === "resize" ? [`${one.node_name}=${one.gpus}`] : [])).join(" "),
    ...(price && {
      price: (price.gpu_pph / PERCENT).toFixed(2),
      price_type: price.gpu_type,
      elasticity: shown(price.elasticity),
    }),
    ...(more && {
      factor: shown(more.factor),
      factor_tenant: more.tenant_name ?? "",
      from_gpus: shown(more.from_gpus),
      to_gpus: shown(more.to_gpus),
    }),
    order: rules.order ?? "",
    grow: yes(rules.grow),
    declared_ends: yes(rules.declared_ends),
    hold_hours: shown(rules.hold_after_s === undefined ? null : rules.hold_after_s / HOUR_S),
    hold_gpus: shown(rules.hold_from_gpus),
    failures: failures.kind === "own" ? "" : failures.kind,
    ...(failures.kind === "rate" && {
      per_month: shown(failures.per_node_month),
      repair_hours: shown(failures.repair_hours),
    }),
    breaker: shown(breaker === null ? null : Number((breaker * PERCENT).toFixed(4))),
    ...(limit && { limit: shown(limit.gpus), limit_tenant: limit.tenant_name ?? "" }),
  };
}
