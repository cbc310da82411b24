import { constants, type Stats } from "node:fs";
import { type PacketReader, uint32, uint64 } from "./packet";

const SIZE = 1;
const OWNER = 2;
const PERMISSIONS = 4;
const TIMES = 8;
const EXTENDED = 0x80000000;

/** The attributes that a client sets on a file; those omitted stay as they are. */
export interface Attributes {
  size?: number;
  owner?: { uid: number; gid: number };
  mode?: number;
  /** Seconds since 1970. */
  times?: { atime: number; mtime: number };
}

export function readAttributes(reader: PacketReader): Attributes {
  const flags = reader.uint32();
  const attributes: Attributes = {};
  if (flags & SIZE) attributes.size = reader.uint64();
  if (flags & OWNER) attributes.owner = { uid: reader.uint32(), gid: reader.uint32() };
  if (flags & PERMISSIONS) attributes.mode = reader.uint32() & 0o7777;
  if (flags & TIMES) attributes.times = { atime: reader.uint32(), mtime: reader.uint32() };
  if (flags & EXTENDED) {
    for (let left = reader.uint32(); left > 0; left -= 1) {
      reader.bytes();
      reader.bytes();
    }
  }
  return attributes;
}

export function writeAttributes(stat: Stats): Buffer {
  return Buffer.concat([
    uint32(SIZE | OWNER | PERMISSIONS | TIMES),
    uint64(stat.size),
    uint32(stat.uid),
    uint32(stat.gid),
    uint32(stat.mode),
    uint32(stat.atimeMs / 1000),
    uint32(stat.mtimeMs / 1000),
  ]);
}

const KINDS: [number, string][] = [
  [constants.S_IFDIR, "d"],
  [constants.S_IFLNK, "l"],
  [constants.S_IFCHR, "c"],
  [constants.S_IFBLK, "b"],
  [constants.S_IFIFO, "p"],
  [constants.S_IFSOCK, "s"],
];
const USERS: Record<number, string> = { 0: "root", 65534: "nobody" };
const HALF_A_YEAR_MS = 182 * 86_400_000;

/** Formats a line like `ls -l`, which clients show; the name follows it. */
export function longName(stat: Stats, nowMs = Date.now()): string {
  const kind = KINDS.find(([bits]) => (stat.mode & constants.S_IFMT) === bits)?.[1] ?? "-";
  const [uid, gid] = [USERS[stat.uid] ?? String(stat.uid), USERS[stat.gid] ?? String(stat.gid)];
  const columns = [
    kind + rights(stat.mode),
    String(stat.nlink).padStart(4),
    uid.padEnd(8),
    gid.padEnd(8),
    String(stat.size).padStart(8),
    date(stat.mtime, nowMs),
  ];
  return `${columns.join(" ")} `;
}

function rights(mode: number): string {
  return [6, 3, 0]
    .map((shift) => (mode >> shift) & 7)
    .map((bits) => `${bits & 4 ? "r" : "-"}${bits & 2 ? "w" : "-"}${bits & 1 ? "x" : "-"}`)
    .join("");
}

function date(at: Date, nowMs: number): string {
  const [, day = "", month = "", year = "", time = ""] = at.toUTCString().split(" ");
  const recent = Math.abs(nowMs - at.getTime()) < HALF_A_YEAR_MS;
  return `${month} ${day} ${recent ? time.slice(0, 5) : ` ${year}`}`;
}
