import type { Stats } from "node:fs";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  rename,
  rmdir,
  stat,
  symlink,
  truncate,
  unlink,
  utimes,
} from "node:fs/promises";
import { posix } from "node:path";
import { longName, readAttributes, writeAttributes } from "./attributes";
import { packet, uint32 } from "./packet";
import { ANSWER, handleAnswer, type Name, namesAnswer, type Request, REQUEST } from "./requests";
import { setAttributes } from "./set-attributes";
import { SftpRefusal, STATUS_CODE } from "./status";

const NAMES_AT_ONCE = 100;
const NEW_FOLDER_MODE = 0o777;
const NO_ATTRIBUTES = uint32(0);

export const pathRequests: Record<number, Request> = {
  [REQUEST.STAT]: async (reader) => attributesAnswer(await stat(reader.path())),
  [REQUEST.LSTAT]: async (reader) => attributesAnswer(await lstat(reader.path())),
  [REQUEST.SETSTAT]: async (reader) => {
    const path = reader.path();
    await setAttributes(readAttributes(reader), {
      truncate: (size) => truncate(path, size),
      chmod: (mode) => chmod(path, mode),
      utimes: (atime, mtime) => utimes(path, atime, mtime),
      chown: (uid, gid) => chown(path, uid, gid),
    });
  },
  [REQUEST.OPENDIR]: async (reader, handles) => {
    const path = reader.path();
    handles.makeRoom();
    const names = await readdir(path, { encoding: "buffer" });
    const both = [".", ".."].map((name) => Buffer.from(name));
    return handleAnswer(handles.add({ kind: "folder", path, names: [...both, ...names] }));
  },
  [REQUEST.READDIR]: async (reader, handles) => {
    const { path, names } = handles.folder(reader.bytes());
    while (names.length > 0) {
      const some = names.splice(0, NAMES_AT_ONCE);
      const found = (await Promise.all(some.map((name) => describe(path, name)))).flat();
      // All of them may have been removed since the folder was opened.
      if (found.length > 0) return namesAnswer(found);
    }
    throw new SftpRefusal(STATUS_CODE.EOF, "End of directory");
  },
  [REQUEST.REMOVE]: async (reader) => await unlink(reader.path()),
  [REQUEST.MKDIR]: async (reader) => {
    const [path, { mode }] = [reader.path(), readAttributes(reader)];
    await mkdir(path, mode ?? NEW_FOLDER_MODE);
  },
  [REQUEST.RMDIR]: async (reader) => await rmdir(reader.path()),
  [REQUEST.REALPATH]: async (reader) => nameAnswer(await resolve(reader.path())),
  [REQUEST.RENAME]: async (reader) => {
    const [from, to] = [reader.path(), reader.path()];
    // This version of the protocol never replaces a file on rename; `posix-rename@openssh.com` does.
    if (await exists(to)) throw new SftpRefusal(STATUS_CODE.FAILURE, "File exists");
    await rename(from, to);
  },
  [REQUEST.READLINK]: async (reader) => nameAnswer(await readlink(reader.path(), { encoding: "buffer" })),
  [REQUEST.SYMLINK]: async (reader) => {
    // OpenSSH sends both in the opposite order to the protocol's text, and all clients followed it.
    const [target, path] = [reader.path(), reader.path()];
    await symlink(target, path);
  },
};

export function nameAnswer(name: Buffer) {
  return namesAnswer([{ name, longName: name, attributes: NO_ATTRIBUTES }]);
}

/** Resolves the full path of a file that may not exist yet: a client requests it before it creates the file. */
export async function resolve(path: Buffer): Promise<Buffer> {
  const text = path.toString("latin1");
  for (let above = text; ; above = posix.dirname(above)) {
    const real = await realpath(Buffer.from(above, "latin1"), { encoding: "buffer" }).catch(() => null);
    if (real) {
      const rest = above === text ? "" : text.slice(above === "." ? 0 : above.length);
      return Buffer.from(posix.join(real.toString("latin1"), rest), "latin1");
    }
    if (above === posix.dirname(above)) throw new SftpRefusal(STATUS_CODE.NO_SUCH_FILE, "No such file");
  }
}

function attributesAnswer(found: Stats) {
  return (id: Buffer) => packet(ANSWER.ATTRS, id, writeAttributes(found));
}

async function describe(folder: Buffer, name: Buffer): Promise<Name[]> {
  const found = await lstat(Buffer.concat([folder, Buffer.from("/"), name])).catch(() => null);
  if (!found) return [];
  return [
    {
      name,
      longName: Buffer.concat([Buffer.from(longName(found)), name]),
      attributes: writeAttributes(found),
    },
  ];
}

async function exists(path: Buffer): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
