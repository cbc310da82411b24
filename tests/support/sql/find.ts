import ts from "typescript";
import { numbered } from "~/platform/named-values";
import { Choices } from "./choices";
import { Evaluation, Unknown } from "./evaluate";
import { placeOf, type Source, walk } from "./program";

export interface Statement {
  /** `file:line` of the query, and of the call that gave it its text if that is elsewhere. */
  place: string;
  text: string;
  /** The source's type of a row; null if it reads none. */
  row: ts.Type | null;
  /** Number of sent values; null if that is unknown before it runs. */
  values: number | null;
  /** True for one of our connections, whose 64-bit integers are bigint; false for a plain one of `pg`. */
  ours: boolean;
}

/** A query whose text is built as the program runs, by its function and the source of the text. */
export interface Unreadable {
  place: string;
  name: string;
  why: string;
}

export interface Found {
  statements: Statement[];
  unreadable: Unreadable[];
}

/** Every statement that the source sends to a database, one for each form that its parts give it. */
export function findStatements(source: Source): Found {
  const found: Found = { statements: [], unreadable: [] };
  for (const file of source.files) {
    walk(file, (node) => {
      if (ts.isCallExpression(node) && isQuery(node.expression)) readQuery(source, node, found);
      if (isPrismaSql(node)) found.unreadable.push(unreadable(node, node, "SQL is asked by `query` (decision 0001)"));
    });
  }
  return found;
}

function isQuery(node: ts.Expression): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && node.name.text === "query";
}

function isPrismaSql(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && /^\$(query|execute)Raw/.test(node.name.text);
}

function readQuery(source: Source, call: ts.CallExpression, found: Found): void {
  const [text, values] = call.arguments;
  const asker = askerOf(source, call);
  if (!text || !asker) return;
  try {
    const unused = ts.isExpressionStatement(call.parent.parent);
    const forms = Choices.everyWay((choices): Statement => {
      const evaluation = new Evaluation(source, choices);
      const { text: written, names } = numbered(evaluation.textOf(text));
      const sent = values ? (namesSent(source, values, names) ?? evaluation.lengthOf(values)) : 0;
      const row = unused ? null : rowOf(source, call, asker, evaluation);
      const callers = [...evaluation.callers.values()].map((caller) => ` asked from ${placeOf(caller)}`);
      return {
        place: placeOf(call) + callers.join(),
        text: written,
        row,
        values: sent,
        ours: asker === "ours",
      };
    });
    found.statements.push(...forms);
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
    found.unreadable.push(unreadable(call, text, error.message));
  }
}

/** Number of a statement's names that are always sent; null for a list, which fills only numbers. */
function namesSent({ checker }: Source, values: ts.Expression, taken: readonly string[]): number | null {
  const type = checker.getTypeAtLocation(values);
  if (checker.isArrayLikeType(type)) return taken.length > 0 ? 0 : null;
  const always = checker.getPropertiesOfType(type).filter((one) => !mayBeUndefined(checker.getTypeOfSymbol(one)));
  const sent = always.map(({ name }) => name);
  return taken.filter((name) => sent.includes(name)).length;
}

function mayBeUndefined(type: ts.Type): boolean {
  return type.isUnion() ? type.types.some(mayBeUndefined) : (type.flags & ts.TypeFlags.Undefined) !== 0;
}

function unreadable(node: ts.Node, text: ts.Node, why: string): Unreadable {
  const within = ts.findAncestor(node, (above) => ts.isFunctionLike(above) && calledAs(above) !== "");
  const words = text.getText().replaceAll(/\s+/g, " ");
  return { place: placeOf(node), name: `${within ? calledAs(within) : ""}: ${words}`, why };
}

function nameOf(node: ts.Node): string {
  const named = node as { name?: ts.Node };
  return named.name?.getText() ?? "";
}

/** A function's own name, or that of its member. */
function calledAs(node: ts.Node): string {
  return nameOf(node) || (ts.isPropertyAssignment(node.parent) ? nameOf(node.parent) : "");
}

/** The owner of its `query`. */
function askerOf({ checker }: Source, call: ts.CallExpression): "ours" | "pg" | null {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (!declaration) return null;
  if (nameOf(declaration.parent) === "Queryable") return "ours";
  return /\/@types\/pg\//.test(declaration.getSourceFile().fileName) ? "pg" : null;
}

/** The type of a row, if it is given: `Queryable` returns rows, `pg` a result that contains them. */
function rowOf(
  { checker }: Source,
  call: ts.CallExpression,
  asker: "ours" | "pg",
  { callers }: Evaluation,
): ts.Type | null {
  const answer = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const rows = asker === "ours" ? answer : answer && typeOfMember(checker, answer, "rows", call);
  const row = rows && checker.getIndexTypeOfType(rows, ts.IndexKind.Number);
  if (!row || row.flags & ts.TypeFlags.NonPrimitive) return null;
  return row.isTypeParameter() ? givenByCaller(checker, row, callers) : row;
}

function typeOfMember(checker: ts.TypeChecker, of: ts.Type, name: string, at: ts.Node): ts.Type | undefined {
  const member = of.getProperty(name);
  return member && checker.getTypeOfSymbolAtLocation(member, at);
}

function givenByCaller(checker: ts.TypeChecker, row: ts.TypeParameter, callers: Evaluation["callers"]): ts.Type {
  for (const [declaration, call] of callers) {
    const { typeParameters } = declaration as ts.FunctionDeclaration;
    const at = typeParameters?.findIndex((one) => checker.getTypeAtLocation(one) === row) ?? -1;
    const given = call.typeArguments?.[at];
    if (given) return checker.getTypeAtLocation(given);
  }
  return row;
}
