import type pg from "pg";
import type ts from "typescript";
import { type Catalogue, readCatalogue } from "./catalogue";
import { faultsOf } from "./compare";
import { describe, type Description } from "./describe";
import type { Statement } from "./find";
import { nullableColumns } from "./nullable";
import { analyse } from "./tree";

interface Given {
  client: pg.Client;
  checker: ts.TypeChecker;
  /** The types that our connections produce from the database's texts. */
  ours: pg.CustomTypesConfig;
}

export type Checked = Given & { catalogue: Catalogue };

export async function openCheck(given: Given): Promise<Checked> {
  return { ...given, catalogue: await readCatalogue(given.client) };
}

/** The faults of a statement, one per line, each preceded by its place. */
export async function checkStatement(checked: Checked, statement: Statement): Promise<string[]> {
  try {
    const description = await describe(checked.client, statement.text);
    const nullable = statement.row ? await nullableOf(checked, statement, description) : [];
    return faultsOf({ ...checked, statement, description, nullable });
  } catch (error) {
    if (!isScript(error)) return [`${statement.place}: ${String(error)} in ${statement.text}`];
    // Several commands in one text take no values and return no rows: they are run.
    return await checkScript(checked.client, statement);
  }
}

async function nullableOf(
  { client, catalogue }: Checked,
  { text }: Statement,
  { parameters, columns }: Description,
): Promise<readonly boolean[]> {
  if (columns.length === 0) return [];
  const query = await analyse(client, text, parameters.map(catalogue.writtenName));
  return nullableColumns(query, catalogue.facts);
}

function isScript(error: unknown): boolean {
  return error instanceof Error && error.message.includes("multiple commands");
}

async function checkScript(client: pg.Client, { place, text }: Statement): Promise<string[]> {
  await client.query("begin");
  try {
    await client.query(text);
    return [];
  } catch (error) {
    return [`${place}: ${String(error)} in ${text}`];
  } finally {
    await client.query("rollback");
  }
}
