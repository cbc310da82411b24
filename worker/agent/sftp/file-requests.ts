import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { utils } from "ssh2";
import { readAttributes, writeAttributes } from "./attributes";
import { PACKET_MAX, packet, string } from "./packet";
import { ANSWER, handleAnswer, type Request, REQUEST } from "./requests";
import { setAttributes } from "./set-attributes";
import { SftpRefusal, STATUS_CODE } from "./status";

const { OPEN_MODE } = utils.sftp;
/** Bytes per read or write: a packet less the fields around them. */
export const DATA_MAX = PACKET_MAX - 1024;
const NEW_FILE_MODE = 0o666;

export const fileRequests: Record<number, Request> = {
  [REQUEST.OPEN]: async (reader, handles) => {
    const [path, flags, { mode }] = [reader.path(), reader.uint32(), readAttributes(reader)];
    handles.makeRoom();
    // A pipe without a reader would block the open for ever.
    const file = await open(path, openFlags(flags) | constants.O_NONBLOCK, mode ?? NEW_FILE_MODE);
    return handleAnswer(handles.add({ kind: "file", file, append: (flags & OPEN_MODE.APPEND) !== 0 }));
  },
  [REQUEST.CLOSE]: async (reader, handles) => {
    await handles.close(reader.bytes());
  },
  [REQUEST.READ]: async (reader, handles) => {
    const [{ file }, offset, wanted] = [handles.file(reader.bytes()), reader.uint64(), reader.uint32()];
    const data = Buffer.allocUnsafe(Math.min(wanted, DATA_MAX));
    const { bytesRead } = await file.read(data, 0, data.length, offset);
    if (bytesRead === 0) throw new SftpRefusal(STATUS_CODE.EOF, "End of file");
    return (id) => packet(ANSWER.DATA, id, string(data.subarray(0, bytesRead)));
  },
  [REQUEST.WRITE]: async (reader, handles) => {
    const [{ file, append }, offset, data] = [handles.file(reader.bytes()), reader.uint64(), reader.bytes()];
    for (let done = 0; done < data.length;) {
      const place = append ? null : offset + done;
      done += (await file.write(data, done, data.length - done, place)).bytesWritten;
    }
  },
  [REQUEST.FSTAT]: async (reader, handles) => {
    const stat = await handles.file(reader.bytes()).file.stat();
    return (id) => packet(ANSWER.ATTRS, id, writeAttributes(stat));
  },
  [REQUEST.FSETSTAT]: async (reader, handles) => {
    const { file } = handles.file(reader.bytes());
    await setAttributes(readAttributes(reader), {
      truncate: (size) => file.truncate(size),
      chmod: (mode) => file.chmod(mode),
      utimes: (atime, mtime) => file.utimes(atime, mtime),
      chown: (uid, gid) => file.chown(uid, gid),
    });
  },
};

/**
 * Converts flags bit by bit: `scp` opens for writing without truncating the file, which no flag of `fopen` expresses.
 */
function openFlags(flags: number): number {
  const both = OPEN_MODE.READ | OPEN_MODE.WRITE;
  if ((flags & both) === 0) throw new SftpRefusal(STATUS_CODE.BAD_MESSAGE, "Open for reading or writing");
  const access = (flags & both) === both ? constants.O_RDWR : flags & OPEN_MODE.WRITE ? constants.O_WRONLY : 0;
  return (
    access |
    (flags & OPEN_MODE.APPEND ? constants.O_APPEND : 0) |
    (flags & OPEN_MODE.CREAT ? constants.O_CREAT : 0) |
    (flags & OPEN_MODE.TRUNC ? constants.O_TRUNC : 0) |
    (flags & OPEN_MODE.EXCL ? constants.O_EXCL : 0)
  );
}
