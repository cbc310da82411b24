import type { Facts } from "./nullable";
import { nodeOf, numberOf, type Tree, treesOf } from "./tree";

/**
 * Expressions (`nameOf`) that a query's conditions prove not null, and tables for which an outer join brought a row.
 */
export interface Proven {
  expressions: ReadonlySet<string>;
  tables: ReadonlySet<number>;
}

/** The same for the same expression of a query, however many outer joins are between it and its place. */
export function nameOf(node: Tree): string {
  return JSON.stringify(node, (key, part: unknown) => (key === "varnullingrels" ? undefined : part));
}

const [INNER, LEFT, RIGHT] = [0, 1, 3];

/** A row for which a condition is null is left out, so the condition's strict arguments are not null. */
export function provenBy(jointree: Tree | null, { isStrict }: Pick<Facts, "isStrict">): Proven {
  const expressions = new Set<string>();
  const tables = new Set<number>();
  const holds = (node: Tree | null): void => {
    if (!node) return;
    if (node.kind === "BOOLEXPR") {
      if (node.of["boolop"] === "and") treesOf(node.of["args"]).forEach(holds);
    } else if (node.kind === "NULLTEST") {
      if (numberOf(node, "nulltesttype") === 1) isThere(nodeOf(node, "arg"));
    } else isThere(node);
  };
  const isThere = (node: Tree | null): void => {
    if (!node) return;
    expressions.add(nameOf(node));
    if (node.kind === "VAR" && numberOf(node, "varlevelsup") === 0) tables.add(numberOf(node, "varno"));
    const oid = numberOf(node, node.kind === "FUNCEXPR" ? "funcid" : "opfuncid");
    if (/^(FUNCEXPR|OPEXPR|SCALARARRAYOPEXPR)$/.test(node.kind) && isStrict(oid)) {
      treesOf(node.of["args"]).forEach(isThere);
    }
    if (/^(RELABELTYPE|COERCEVIAIO)$/.test(node.kind)) isThere(nodeOf(node, "arg"));
  };
  const from = (node: Tree | null): void => {
    if (node?.kind === "FROMEXPR") {
      treesOf(node.of["fromlist"]).forEach(from);
      holds(nodeOf(node, "quals"));
    }
    if (node?.kind !== "JOINEXPR") return;
    const type = numberOf(node, "jointype");
    if (type === INNER) holds(nodeOf(node, "quals"));
    if (type === INNER || type === LEFT) from(nodeOf(node, "larg"));
    if (type === INNER || type === RIGHT) from(nodeOf(node, "rarg"));
  };
  from(jointree);
  return { expressions, tables };
}
