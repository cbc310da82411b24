import type { Attributes } from "./attributes";

/** Sets what is named, size first and owner last, as OpenSSH does. */
export async function setAttributes(
  { size, mode, times, owner }: Attributes,
  file: {
    truncate: (size: number) => Promise<void>;
    chmod: (mode: number) => Promise<void>;
    utimes: (atime: number, mtime: number) => Promise<void>;
    chown: (uid: number, gid: number) => Promise<void>;
  },
): Promise<void> {
  if (size !== undefined) await file.truncate(size);
  if (mode !== undefined) await file.chmod(mode);
  if (times !== undefined) await file.utimes(times.atime, times.mtime);
  if (owner !== undefined) await file.chown(owner.uid, owner.gid);
}
