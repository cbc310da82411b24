import { nameOf, provenBy, type Proven } from "./proven";
import { nodeOf, numberOf, type Tree, treesOf } from "./tree";

/** Facts that the database knows about its tables and functions. */
export interface Facts {
  mayBeNull(column: { table: number; number: number }): boolean;
  /** Returns null for every null argument. */
  isStrict(functionOid: number): boolean;
  /** Checks for an aggregate such as `count`, which returns a value even without rows. */
  countsRows(functionOid: number): boolean;
}

const [UPDATE, INSERT] = [2, 3];
const [RELATION, SUBQUERY, JOIN, VALUES, CTE, GROUP] = [0, 1, 2, 5, 6, 9];
const [OF_EXPRESSION] = [4];

/** Determines for each column of a statement whether it may be null, as far as the statement and the tables show. */
export function nullableColumns(query: Tree, facts: Facts): boolean[] {
  return new Scope(query, null, facts).nullableColumns();
}

/** A query, and the queries around it. A part that is not known to produce null produces none. */
class Scope {
  readonly #proven: Proven;
  readonly #tables: Tree[];

  constructor(
    private readonly query: Tree,
    private readonly around: Scope | null,
    private readonly facts: Facts,
  ) {
    this.#proven = provenBy(nodeOf(query, "jointree"), facts);
    this.#tables = treesOf(query.of["rtable"]);
  }

  nullableColumns(): boolean[] {
    return this.#answered().map((entry) => this.#isNullable(nodeOf(entry, "expr")));
  }

  #nullableAt(column: number): boolean {
    const parts = this.#united();
    if (parts.length > 0) return parts.some((part) => part.#nullableAt(column));
    const entry = this.#answered()[column - 1];
    return entry !== undefined && this.#isNullable(nodeOf(entry, "expr"));
  }

  #answered(): Tree[] {
    const returned = treesOf(this.query.of["returningList"]);
    const list = numberOf(this.query, "commandType") === 1 ? treesOf(this.query.of["targetList"]) : returned;
    return list.filter(({ of }) => of["resjunk"] === "false");
  }

  /** The queries of a union. */
  #united(): Scope[] {
    const leaves = (node: Tree | null): Tree[] => {
      if (node?.kind !== "SETOPERATIONSTMT") return node ? [node] : [];
      return [...leaves(nodeOf(node, "larg")), ...leaves(nodeOf(node, "rarg"))];
    };
    return leaves(nodeOf(this.query, "setOperations")).flatMap((leaf) => {
      const part = this.#tables[numberOf(leaf, "rtindex") - 1];
      const query = part && nodeOf(part, "subquery");
      return query ? [new Scope(query, this, this.facts)] : [];
    });
  }

  #isNullable(node: Tree | null): boolean {
    if (!node) return false;
    if (this.#isProven(node)) return false;
    const args = () => treesOf(node.of["args"]);
    const some = (nodes: Tree[]) => nodes.some((one) => this.#isNullable(one));
    switch (node.kind) {
      case "VAR":
        return this.#isColumnNullable(node);
      case "CONST":
        return node.of["constisnull"] === "true";
      case "COALESCEEXPR":
      case "MINMAXEXPR":
        return args().every((one) => this.#isNullable(one)) && !this.#areBothSides(args());
      case "NULLIFEXPR":
        return true;
      case "CASEEXPR":
        return (
          this.#isNullable(nodeOf(node, "defresult")) || args().some((when) => this.#isNullable(nodeOf(when, "result")))
        );
      case "FUNCEXPR":
        return this.facts.isStrict(numberOf(node, "funcid")) && some(args());
      case "OPEXPR":
      case "SCALARARRAYOPEXPR":
        return this.facts.isStrict(numberOf(node, "opfuncid")) && some(args());
      case "RELABELTYPE":
      case "COERCEVIAIO":
      case "ARRAYCOERCEEXPR":
      case "COLLATEEXPR":
        return this.#isNullable(nodeOf(node, "arg"));
      case "AGGREF":
        return this.#isAggregateNullable(node);
      case "SUBLINK":
        return this.#isSubqueryNullable(node);
      default:
        return false;
    }
  }

  /** A column that the statement writes may differ from the one in its conditions. */
  #isProven(node: Tree): boolean {
    const { expressions } = this.#proven;
    if (expressions.size === 0 || (node.kind === "VAR" && numberOf(node, "varlevelsup") > 0)) return false;
    if (node.kind === "VAR" && this.#written(numberOf(node, "varno"), numberOf(node, "varattno"))) return false;
    return expressions.has(nameOf(node));
  }

  /** A row of a full join has one side or the other: columns that only the join leaves empty are not null together. */
  #areBothSides(args: Tree[]): boolean {
    const sides = args.filter((arg) => {
      const entry = arg.kind === "VAR" ? this.#tables[numberOf(arg, "varno") - 1] : undefined;
      return entry !== undefined && isFull(this.#tables, arg) && !this.#mayStandIn(entry, numberOf(arg, "varattno"));
    });
    return new Set(sides.map((side) => numberOf(side, "varno"))).size > 1;
  }

  #isAggregateNullable(node: Tree): boolean {
    if (this.facts.countsRows(numberOf(node, "aggfnoid"))) return false;
    if (treesOf(this.query.of["groupClause"]).length === 0 || nodeOf(node, "aggfilter")) return true;
    return treesOf(node.of["args"]).some((entry) => this.#isNullable(nodeOf(entry, "expr")));
  }

  /** A query for one value is null if it has no row; an aggregate over everything always has one. */
  #isSubqueryNullable(node: Tree): boolean {
    const query = nodeOf(node, "subselect");
    if (!query || numberOf(node, "subLinkType") !== OF_EXPRESSION) return false;
    const hasAlwaysOne = query.of["hasAggs"] === "true" && treesOf(query.of["groupClause"]).length === 0;
    return !hasAlwaysOne || new Scope(query, this, this.facts).#nullableAt(1);
  }

  #isColumnNullable(node: Tree): boolean {
    return this.#up(numberOf(node, "varlevelsup")).#isOwnColumnNullable(node);
  }

  /** The query that number of levels around this one. */
  #up(levels: number): Scope {
    return levels > 0 && this.around ? this.around.#up(levels - 1) : this;
  }

  #isOwnColumnNullable(node: Tree): boolean {
    const [table, column] = [numberOf(node, "varno"), numberOf(node, "varattno")];
    const entry = this.#tables[table - 1];
    if (!entry || column <= 0) return false;
    const written = this.#written(table, column);
    if (written) return this.#mayStandIn(entry, column) && written.some((one) => this.#isNullable(one));
    const nulling = node.of["varnullingrels"];
    if (Array.isArray(nulling) && nulling.length > 1 && !this.#proven.tables.has(table)) return true;
    return this.#mayStandIn(entry, column);
  }

  /** The value that the statement itself writes into a column that it returns. */
  #written(table: number, column: number): (Tree | null)[] | null {
    const command = numberOf(this.query, "commandType");
    if (table !== numberOf(this.query, "resultRelation") || (command !== UPDATE && command !== INSERT)) return null;
    const conflict = nodeOf(this.query, "onConflict");
    const sets = [...treesOf(this.query.of["targetList"]), ...treesOf(conflict?.of["onConflictSet"])];
    const found = sets.filter((set) => numberOf(set, "resno") === column).map((set) => nodeOf(set, "expr"));
    return found.length > 0 ? found : null;
  }

  #mayStandIn(entry: Tree, column: number): boolean {
    switch (numberOf(entry, "rtekind")) {
      case RELATION:
        return this.facts.mayBeNull({ table: numberOf(entry, "relid"), number: column });
      case SUBQUERY: {
        const query = nodeOf(entry, "subquery");
        return query !== null && new Scope(query, this, this.facts).#nullableAt(column);
      }
      case JOIN:
        return this.#isNullable(treesOf(entry.of["joinaliasvars"])[column - 1] ?? null);
      case VALUES:
        return treesOf(entry.of["values_lists"]).some((one) => one.of["constisnull"] === "true");
      case CTE:
        return this.#isCteColumnNullable(entry, column);
      case GROUP:
        return this.#isNullable(treesOf(entry.of["groupexprs"])[column - 1] ?? null);
      default:
        return false;
    }
  }

  #isCteColumnNullable(entry: Tree, column: number): boolean {
    const scope = this.#up(numberOf(entry, "ctelevelsup"));
    const cte = treesOf(scope.query.of["cteList"]).find(({ of }) => of["ctename"] === entry.of["ctename"]);
    const query = cte && cte.of["cterecursive"] === "false" ? nodeOf(cte, "ctequery") : null;
    return query !== null && new Scope(query, scope, this.facts).#nullableAt(column);
  }
}

const FULL = 2;

/** Checks whether only full joins may leave this column empty. */
function isFull(tables: Tree[], { of }: Tree): boolean {
  const [, ...joins] = Array.isArray(of["varnullingrels"]) ? of["varnullingrels"] : [];
  return joins.every((join) => Number(tables[Number(join) - 1]?.of["jointype"]) === FULL);
}
