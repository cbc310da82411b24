import type { ServerChannel } from "ssh2";
import { serveSftp } from "../sftp/serve";

/**
 * Runs SFTP on its own channel. ssh2's server for it stalls on large downloads and does not end with its client, so the
 * raw channel is served. A fault ends this channel only.
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
