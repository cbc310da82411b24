// GET /v1/statements/{month}/csv: every movement of a month as a table.
import { CSV_MARK } from "~/platform/csv-cell";
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import { statementCsv } from "~/money/inside/billing/statement/statement-csv";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { fileHeaders, streamText } from "~/platform/http/stream-text.server";

export const { loader, action } = apiRoute("billing/statement-csv", {
  GET: operation({
    purpose: "The statement of a month as CSV (RFC 4180): opening, movements, closing",
    credentials: ["K", "S"],
    need: "money.see",
    ours: true,
    media: "text/csv",
    run: async ({ account: { tenantId }, session, params, now }) => {
      const statement = await readStatement({ tenantId, month: params["month"] ?? "", now });
      const headers = fileHeaders("text/csv; charset=utf-8", `millrace-statement-${statement.month}.csv`);
      // An API key belongs to a program, which reads plain RFC 4180; a session belongs to a person, who opens a
      // spreadsheet.
      const pieces = session ? marked(statementCsv(statement)) : statementCsv(statement);
      return new Response(streamText(pieces), { headers });
    },
  }),
});

function* marked(pieces: Iterable<string>): Generator<string> {
  yield CSV_MARK;
  yield* pieces;
}
