import pg from "pg";
import ts from "typescript";
import type { Catalogue, Kind } from "./catalogue";
import type { Column, Description } from "./describe";
import type { Statement } from "./find";

interface Compared {
  statement: Statement;
  description: Description;
  /** True for each column that may be null. */
  nullable: readonly boolean[];
  catalogue: Catalogue;
  checker: ts.TypeChecker;
  /** The types that our connections produce from the database's texts. */
  ours: pg.CustomTypesConfig;
}

/** The source's claims about a statement's values and rows that are not true. */
export function faultsOf(compared: Compared): string[] {
  const { statement, description } = compared;
  const { row, values } = statement;
  const faults: string[] = [];
  const count = description.parameters.length;
  if (values === null) faults.push(`how many values are sent cannot be read, ${count} are asked for`);
  else if (values !== count) faults.push(`${values} values are sent, ${count} are asked for`);
  if (row) faults.push(...faultsOfRow(compared, row));
  return faults.map((fault) => `${statement.place}: ${fault}`);
}

function faultsOfRow(compared: Compared, row: ts.Type): string[] {
  const { description, checker, catalogue, statement } = compared;
  const parsers = statement.ours ? compared.ours : pg.types;
  const columns = description.columns.filter(({ type }) => catalogue.kindOf(type, parsers) !== "void");
  if (row.flags & ts.TypeFlags.Any) return columns.length ? ["the type of its rows is not said"] : [];
  const faults: string[] = [];
  const names = new Set<string>();
  const others = checker.getIndexTypeOfType(row, ts.IndexKind.String);
  for (const column of columns) {
    const mayBeNull = compared.nullable[description.columns.indexOf(column)] ?? false;
    if (names.has(column.name)) faults.push(`column "${column.name}" is selected twice`);
    names.add(column.name);
    const member = row.getProperty(column.name);
    const type = member ? checker.getTypeOfSymbol(member) : others;
    if (type) faults.push(...faultsOfColumn(compared, column, type, mayBeNull));
    else faults.push(`column "${column.name}" is selected, and the row's type has none`);
  }
  for (const member of row.getProperties()) {
    if (names.has(member.name) || member.flags & ts.SymbolFlags.Optional) continue;
    faults.push(`the row's type has "${member.name}", and no column is called so`);
  }
  return faults;
}

function faultsOfColumn(
  { statement, catalogue, checker, ours }: Compared,
  column: Column,
  type: ts.Type,
  mayBeNull: boolean,
): string[] {
  const kind = catalogue.kindOf(column.type, statement.ours ? ours : pg.types);
  const said = checker.typeToString(type);
  const faults: string[] = [];
  if (!fits(checker, kind, type)) {
    const is = typeof kind === "string" ? kind : `a list of ${wordOf(kind)}`;
    faults.push(`column "${column.name}" is ${catalogue.nameOf(column.type)} and arrives as ${is}, not ${said}`);
  }
  if (mayBeNull && !admitsNull(checker, type)) {
    faults.push(`column "${column.name}" may be null, and its type ${said} does not say so`);
  }
  const missing = unknownWords(checker, catalogue.allowed(column), type);
  if (missing.length > 0)
    faults.push(`column "${column.name}" may be ${missing.join(", ")}, and its type ${said} does not say so`);
  return faults;
}

function wordOf(kind: Kind): string {
  return typeof kind === "string" ? kind : `list of ${wordOf(kind.listOf)}`;
}

function admitsNull(checker: ts.TypeChecker, type: ts.Type): boolean {
  return checker.isTypeAssignableTo(checker.getNullType(), type);
}

/**
 * Checks whether all values of that kind fit the type. The type may be narrower: a union of words, a branded number.
 */
function fits(checker: ts.TypeChecker, kind: Kind, given: ts.Type): boolean {
  if (given.flags & ts.TypeFlags.Unknown) return true;
  const type = checker.getNonNullableType(given);
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) return false;
  const isPart = (of: ts.Type) => checker.isTypeAssignableTo(type, of);
  if (typeof kind === "object") {
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return element !== undefined && fits(checker, kind.listOf, element);
  }
  switch (kind) {
    case "string":
      return isPart(checker.getStringType());
    case "number":
      return isPart(checker.getNumberType());
    case "bigint":
      return isPart(checker.getBigIntType());
    case "boolean":
      return isPart(checker.getBooleanType());
    case "Date":
    case "Buffer":
      return type.symbol?.name === kind;
    case "json":
      return isJson(checker, type, new Set());
    case "void":
      return false;
  }
}

/** JSON contains neither dates nor bigints. */
function isJson(checker: ts.TypeChecker, type: ts.Type, seen: Set<ts.Type>): boolean {
  if (seen.has(type)) return true;
  seen.add(type);
  if (type.flags & ts.TypeFlags.BigIntLike || type.symbol?.name === "Date") return false;
  if (type.isUnionOrIntersection()) return type.types.every((part) => isJson(checker, part, seen));
  if (!(type.flags & ts.TypeFlags.Object)) return true;
  const members = checker.isArrayType(type) ? [] : type.getProperties().map((one) => checker.getTypeOfSymbol(one));
  const indexed = checker.getIndexInfosOfType(type).map((info) => info.type);
  return [...members, ...indexed].every((part) => isJson(checker, part, seen));
}

/** The words that a column may contain and a union of words does not name. */
function unknownWords(checker: ts.TypeChecker, allowed: string[] | null, given: ts.Type): string[] {
  const type = checker.getNonNullableType(given);
  const named = type.isUnion() ? type.types : [type];
  if (!allowed || !named.every((one) => one.isStringLiteral())) return [];
  const words = new Set(named.map((one) => one.value));
  return allowed.filter((word) => !words.has(word));
}
