/** Address of Find User Info for a text: without an at sign it is part of a name. */
export function userInfoPath(text: string): string {
  const q = text.trim();
  if (q === "") return "/dashboard/user-info";
  return `/dashboard/user-info?${new URLSearchParams({ q, ...(q.includes("@") ? {} : { by_name: "1" }) }).toString()}`;
}
