/** The JSON paths that the command line calls. Their types are made from /openapi.json (`tests/contract/cli-types.test.ts`). */
export const PATHS_USED = [
  "/v1/free",
  "/v1/prices",
  "/v1/os",
  "/v1/reserve",
  "/v1/jobs",
  "/v1/delete",
  "/v1/tasks/{resv_guid}",
  "/v1/tasks/{resv_guid}/logs",
  "/v1/tasks/{resv_guid}/metrics",
  "/v1/ssh-public-key-upload",
  "/users/keys",
  "/users/keys/delete",
  "/users/self",
  "/billing/tenant",
] as const;
