import type { Words } from ".";

export const workspaceWords: Record<string, Words> = {
  max_users: ["How many users it may have: 1 to 100; what is sent is brought into that range, nothing is 1", 10],
  inference_token: [
    "The owner's key for model calls of the workspace; support and operators see mr_… and 4 characters",
    "mr_Example…",
  ],
  secret_api_key: ["Inference token of the tenant's workspace", "mr_Example…"],
  admin_token: [
    "Adds, lists and removes the workspace's users; sent empty, one is made, mrw_ and 43 characters",
    "mrw_Example…",
  ],
  welcome: ["Whether the owner gets a mail", true],
  workspace: ["Name of a workspace", "datalab-8"],
  users: ["Who uses the workspace, in the order in which they came"],
  added_ts: ["When they were added, epoch seconds UTC", 1706707384],
};
