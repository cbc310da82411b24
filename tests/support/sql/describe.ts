import type pg from "pg";

export interface Column {
  name: string;
  /** OID of its type. */
  type: number;
  /** If it is a plain column of a table, the table's OID and the column's number; else 0. */
  table: number;
  number: number;
}

export interface Description {
  /** OIDs of the types of $1, $2, …. */
  parameters: number[];
  columns: Column[];
}

interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/**
 * Has the database parse a statement and describe its parameters and columns; nothing is run. @throws the database's
 * error.
 */
export async function describe(client: pg.Client, text: string): Promise<Description> {
  return await new Promise((resolve, reject) => {
    client.query(new Question(text, resolve, reject));
  });
}

/** The messages that `pg` sends for a query, up to the description. */
class Question implements pg.Submittable {
  #answer: Description = { parameters: [], columns: [] };

  constructor(
    private readonly text: string,
    private readonly resolve: (answer: Description) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.once("parameterDescription", ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#answer.parameters = dataTypeIDs;
    });
    connection.parse({ name: "", text: this.text, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#answer.columns = fields.map((field) => ({
      name: field.name,
      type: field.dataTypeID,
      table: field.tableID,
      number: field.columnID,
    }));
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.#answer);
  }
}
