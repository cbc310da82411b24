import { declaredPaths } from "~/platform/http/api-route.server";
import { isRecentLogin } from "~/accounts/recent-login";
import { optionalUser } from "~/platform/http/access.server";
import { nounOf, NOUNS } from "~/platform/http/openapi/nouns.server";
import { isFor, listCalls } from "~/platform/http/openapi/reference.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { env } from "~/platform/env.server";
import type { Noun } from "~/routes.js";
import { presentTime } from "~/platform/time.server";

/** Part that is shown by default. */
const DEFAULT = nounOf("/v1/jobs");

/** Reads the reference for this viewer: one part of it, and the names of the others. */
export async function readReference(args: RouteArgs) {
  const viewer = await optionalUser(args);
  const groups = NOUNS.filter((noun) =>
    [...declaredPaths].some(
      ([path, operations]) => nounOf(path) === noun && Object.values(operations).some((one) => isFor(viewer, one)),
    ),
  );
  const asked = new URL(args.request.url).searchParams.get("of");
  const group = groups.find(({ folder }) => folder === asked) ?? DEFAULT;
  return {
    origin: env.APP_ORIGIN,
    group: named(group),
    groups: groups.map(named),
    calls: listCalls(declaredPaths, { noun: group, viewer }),
    viewer: viewer && { askPassword: !isRecentLogin(viewer.loginAt, presentTime()) },
  };
}

function named({ title, folder }: Noun) {
  return { name: title, slug: folder };
}
