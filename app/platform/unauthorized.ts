import { M } from "./messages";
import { Refusal } from "./refusal";

/** 401 with the header that HTTP asks for (0.4). */
export function unauthorized(): Refusal {
  return new Refusal(M.loginRequired, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
}
