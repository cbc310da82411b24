import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { SHOWN } from "~/platform/shown-messages";
import { ButtonLink } from "./button-link";
import { Content } from "./content";
import { useDocument } from "./document-context";
import { adviceFor, isPassing } from "./error-advice";
import { TextLink } from "./text-link";
import { useRootData } from "./use-root-data";

/** The router's key of the address that the document was loaded from; the page's first script sets it. */
const FIRST_LOCATION =
  typeof history === "undefined" ? "default" : ((history.state as { key?: string } | null)?.key ?? "default");

const TEXTS: Record<number, string> = {
  400: SHOWN.unreadable,
  403: "You do not have access to this page.",
  404: "This page does not exist.",
  405: SHOWN.wrongMethod,
  413: SHOWN.tooLarge,
  415: SHOWN.wrongContentType,
  429: "Too many requests.",
  503: SHOWN.busy,
};

/** Title of an error page, for the window and for screen readers. */
export function errorTitle(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (TEXTS[status] ?? "Something went wrong on our side").replace(/\.$/, "");
}

/** The page of a request that has no other answer (2.4). */
export function ErrorPage() {
  const error = useRouteError();
  const { requestId, status: answered } = useAnswer();
  // A fault has the status of its answer: 503 while the database is down, else 500.
  const status = isRouteErrorResponse(error) ? error.status : answered === 503 ? 503 : 500;
  const text = textOf(error, status, requestId);
  return (
    <Content narrow>
      <div className="py-12 text-center sm:py-20">
        <p className="text-sm font-medium text-muted tabular-nums">{status}</p>
        <h1 className="mt-2 text-2xl font-semibold tracking-tight break-words text-balance">{text}</h1>
        <p className="mx-auto mt-3 max-w-md text-muted text-pretty">
          {status === 403 && text !== TEXTS[403] ? null : adviceFor(status)}
        </p>
        <NextSteps status={status} />
        {requestId === "" || text.includes(requestId) ? null : (
          <p className="mt-10 text-sm text-muted">
            Reference <code className="font-mono text-code break-all">{requestId}</code>
          </p>
        )}
      </div>
    </Content>
  );
}

/** Offers next steps: the page again where that can help, the login, the teams, the start page and a contact. */
function NextSteps({ status }: { status: number }) {
  const { pathname, search } = useLocation();
  const viewer = useRootData()?.viewer;
  const visitor = viewer === null;
  const shares = viewer ? viewer.inTeam || viewer.otherTeams.length > 0 : false;
  return (
    <>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        {isPassing(status) ? (
          <ButtonLink look="primary" to={pathname + search} reloadDocument>
            Open this page again
          </ButtonLink>
        ) : null}
        {status === 403 && visitor ? (
          <ButtonLink look="primary" to="/login">
            Log in
          </ButtonLink>
        ) : null}
        {status === 403 && shares ? (
          <ButtonLink look="primary" to="/user/team">
            Go to your teams
          </ButtonLink>
        ) : null}
        <ButtonLink to="/">Go to the start page</ButtonLink>
      </div>
      <p className="mt-6 text-sm text-muted">
        <TextLink to="/faq">Questions and answers</TextLink> · <TextLink to="/contact">Contact us</TextLink>
      </p>
    </>
  );
}

/** The refusal's own message if there is one, such as 'Your account is suspended', else the status's text. */
function textOf(error: unknown, status: number, requestId: string): string {
  const message = isRouteErrorResponse(error) ? messageOf(error.data) : null;
  if (message !== null && message !== SHOWN.notAllowed && message !== SHOWN.notFound) return message;
  const fault = requestId === "" ? "Something went wrong on our side." : SHOWN.fault({ request_id: requestId });
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
