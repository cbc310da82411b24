import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const DEFLATED = 8;

/** The files of a ZIP by their names, as listed in its directory. */
export function filesOfZip(zip: Buffer): Map<string, string> {
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END) throw new Error("the ZIP has no end");
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error("the ZIP's directory is broken");
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameBytes ?? 0));
    files.set(name, textOf(zip, at));
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return files;
}

function textOf(zip: Buffer, entry: number): string {
  const [method, size, local] = [
    zip.readUInt16LE(entry + 10),
    zip.readUInt32LE(entry + 20),
    zip.readUInt32LE(entry + 42),
  ];
  const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(begin, begin + size);
  return (method === DEFLATED ? inflateRawSync(bytes) : bytes).toString("utf8");
}
