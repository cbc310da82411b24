import { utils } from "ssh2";

export const { STATUS_CODE } = utils.sftp;

/** An invalid packet, which ends only its channel. */
export class SftpFault extends Error {}

/** A request that gets a refusal. */
export class SftpRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const BY_ERRNO: Record<string, { code: number; message: string }> = {
  ENOENT: { code: STATUS_CODE.NO_SUCH_FILE, message: "No such file" },
  ENOTDIR: { code: STATUS_CODE.NO_SUCH_FILE, message: "Not a directory" },
  EACCES: { code: STATUS_CODE.PERMISSION_DENIED, message: "Permission denied" },
  EPERM: { code: STATUS_CODE.PERMISSION_DENIED, message: "Operation not permitted" },
  EROFS: { code: STATUS_CODE.PERMISSION_DENIED, message: "Read-only file system" },
  ENOSPC: { code: STATUS_CODE.FAILURE, message: "No space left on device" },
  EDQUOT: { code: STATUS_CODE.FAILURE, message: "No space left on device" },
  EFBIG: { code: STATUS_CODE.FAILURE, message: "File too large" },
  EEXIST: { code: STATUS_CODE.FAILURE, message: "File exists" },
  ENOTEMPTY: { code: STATUS_CODE.FAILURE, message: "Directory not empty" },
  EISDIR: { code: STATUS_CODE.FAILURE, message: "Is a directory" },
};

/** Maps a file error to a client's status. @throws any other error. */
export function statusOf(error: unknown): { code: number; message: string } {
  if (error instanceof SftpRefusal) return { code: error.code, message: error.message };
  const errno = error instanceof Error && "code" in error ? String(error.code) : null;
  if (error instanceof SftpFault || errno === null) throw error;
  return BY_ERRNO[errno] ?? { code: STATUS_CODE.FAILURE, message: errno };
}
