import type { ServerChannel } from "ssh2";
import { serveSftp } from "../sftp/serve";

/**
 * SFTP on a channel of its own. ssh2's own server for it stalls on large downloads and does not end with its client, so
 * the raw channel is served. What goes wrong in it ends this channel alone.
 */
export async function runSftp(channel: ServerChannel): Promise<void> {
  channel.on("error", () => {});
  const code = await serveSftp(channel).then(
    () => 0,
    () => 1,
  );
  if (channel.destroyed) return;
  channel.exit(code);
  channel.end();
}
