import type { Words } from ".";

export const workspaceWords: Record<string, Words> = {
  max_users: ["How many users it may have: 1 to 100; other values are clamped, and 1 if empty", 10],
  inference_token: [
    "The owner's key for model calls of the workspace; support and operators see mr_… and 4 characters",
    "mr_Example…",
  ],
  secret_api_key: ["Inference token of the tenant's workspace", "mr_Example…"],
  admin_token: [
    "Token that adds, lists and removes the workspace's users: mrw_ and 43 characters; generated if empty",
    "mrw_Example…",
  ],
  welcome: ["Whether the owner gets an email", true],
  workspace: ["Name of a workspace", "datalab-8"],
  users: ["Who uses the workspace, in the order in which they came"],
  added_ts: ["When they were added, epoch seconds UTC", 1706707384],
};
