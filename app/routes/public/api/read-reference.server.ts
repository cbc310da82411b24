import { declaredPaths } from "~/http/api-route.server";
import { isRecentLogin } from "~/domain/users/recent-login";
import { optionalUser } from "~/http/access.server";
import { GROUP_NAMES, groupOf, groupSlug } from "~/http/openapi/groups";
import { isFor, listCalls } from "~/http/openapi/reference.server";
import type { RouteArgs } from "~/http/request-facts.server";
import { env } from "~/env.server";

/** What the reference shows to this viewer: one part of it, and the names of the others. */
export async function readReference(args: RouteArgs) {
  const viewer = await optionalUser(args);
  const role = viewer?.role ?? null;
  const groups = GROUP_NAMES.filter((group) =>
    [...declaredPaths].some(
      ([path, operations]) =>
        groupOf(path).name === group && Object.values(operations).some((one) => isFor(role, one)),
    ),
  );
  const asked = new URL(args.request.url).searchParams.get("of");
  const group = groups.find((name) => groupSlug(name) === asked) ?? "Tasks";
  return {
    origin: env.APP_ORIGIN,
    group: { name: group, slug: groupSlug(group) },
    groups: groups.map((name) => ({ name, slug: groupSlug(name) })),
    calls: listCalls(declaredPaths, { group, role }),
    viewer: viewer && { askPassword: !isRecentLogin(viewer.loginAt, new Date()) },
  };
}
