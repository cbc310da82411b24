import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { M } from "~/domain/messages";
import { ButtonLink } from "./button-link";
import { Content } from "./content";
import { useDocument } from "./document-context";

/** The router's key of the address that the document was loaded with. */
const FIRST_LOCATION = "default";

const TEXTS: Record<number, string> = {
  400: M.M09,
  403: "You do not have access to this page.",
  404: "This page does not exist.",
  405: M.M05,
  413: M.M06,
  415: M.M07,
  503: M.M11,
};

/** The page of a request that has no other answer (2.4, error pages). */
export function ErrorPage() {
  const error = useRouteError();
  const { requestId, status: answered } = useAnswer();
  // A fault has the status of its answer: 503 while the database is away, else 500.
  const status = isRouteErrorResponse(error) ? error.status : answered === 503 ? 503 : 500;
  return (
    <Content narrow>
      <div className="py-16 text-center">
        <p className="text-sm font-medium text-muted tabular-nums">{status}</p>
        <h1 className="mt-2 text-2xl font-semibold tracking-tight text-balance">
          {textOf(error, status, requestId)}
        </h1>
        <p className="mt-6">
          <ButtonLink to="/">Go to the start page</ButtonLink>
        </p>
      </div>
    </Content>
  );
}

/** The refusal's own message where there is one, such as 'Your account is suspended', else the status's text. */
function textOf(error: unknown, status: number, requestId: string): string {
  const message = isRouteErrorResponse(error) ? messageOf(error.data) : null;
  if (message !== null && message !== M.M02 && message !== M.M04) return message;
  const fault = requestId === "" ? "Something went wrong on our side." : M.M10({ request_id: requestId });
  return TEXTS[status] ?? fault;
}

/** Id and status of the document's own request; a fault of a later request in this document is not logged under it. */
function useAnswer(): { requestId: string; status: number } {
  const answer = useDocument();
  const { key } = useLocation();
  if (answer.requestId !== "" || typeof document === "undefined") return answer;
  if (key !== FIRST_LOCATION) return { requestId: "", status: 500 };
  const { requestId = "", status = "500" } = document.documentElement.dataset;
  return { requestId, status: Number(status) };
}

function messageOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("human_readable_message" in data)) return null;
  return typeof data.human_readable_message === "string" ? data.human_readable_message : null;
}
