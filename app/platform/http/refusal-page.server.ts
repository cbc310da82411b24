/** Builds a response for the error page: the message, with the status of Rule H (0.4). */
export function refusalPage(status: number, message: string, headers?: HeadersInit): Response {
  return Response.json({ retcode: "ERROR", human_readable_message: message }, { status, headers });
}
