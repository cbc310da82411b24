import { link, rename, statfs } from "node:fs/promises";
import { DATA_MAX } from "./file-requests";
import { HANDLES_MAX } from "./handles";
import { PACKET_MAX, packet, string, uint64 } from "./packet";
import { nameAnswer, resolve } from "./path-requests";
import { ANSWER, type Request } from "./requests";

const NAME_MAX = 255;

/** OpenSSH's extensions that its own clients use, with their versions. */
export const extensions: Record<string, { version: string; request: Request }> = {
  "posix-rename@openssh.com": {
    version: "1",
    request: async (reader) => await rename(reader.path(), reader.path()),
  },
  "hardlink@openssh.com": {
    version: "1",
    request: async (reader) => await link(reader.path(), reader.path()),
  },
  "fsync@openssh.com": {
    version: "1",
    request: async (reader, handles) => await handles.file(reader.bytes()).file.sync(),
  },
  "statvfs@openssh.com": {
    version: "2",
    request: async (reader) => {
      const { bsize, blocks, bfree, bavail, files, ffree } = await statfs(reader.path());
      const fields = [bsize, bsize, blocks, bfree, bavail, files, ffree, ffree, 0, 0, NAME_MAX];
      return (id) => packet(ANSWER.EXTENDED_REPLY, id, ...fields.map(uint64));
    },
  },
  "limits@openssh.com": {
    version: "1",
    request: async () => (id) =>
      packet(ANSWER.EXTENDED_REPLY, id, ...[PACKET_MAX, DATA_MAX, DATA_MAX, HANDLES_MAX].map(uint64)),
  },
  "expand-path@openssh.com": {
    version: "1",
    request: async (reader) => {
      const path = reader.text().replace(/^~(root)?(\/|$)/, ".$2");
      return nameAnswer(await resolve(Buffer.from(path || ".", "latin1")));
    },
  },
};

/** Extensions in the first packet to a client. */
export const offered: Buffer[] = Object.entries(extensions).flatMap(([name, { version }]) => [
  string(name),
  string(version),
]);
