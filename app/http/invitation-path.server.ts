const TOKEN = /^[\w-]{43}$/;

/** The invitation that an address of ours names, so that registering and confirming lead back to it; null where there is none. */
export function invitationIn(request: Request): string | null {
  const token = new URL(request.url).searchParams.get("invitation") ?? "";
  return TOKEN.test(token) ? token : null;
}
