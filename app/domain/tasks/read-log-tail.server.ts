import { prisma } from "~/db.server";

const LINES = 1000;

/** One chunk of what a task wrote; `ts` in epoch seconds. */
export interface LogTailLine {
  seq: number;
  ts: number;
  stream: string;
  text: string;
}

/** The last 1000 chunks that a task wrote, oldest first. The caller has checked whose task it is. */
export async function readLogTail({ resvGuid }: { resvGuid: string }): Promise<LogTailLine[]> {
  const rows = await prisma.taskLog.findMany({ where: { resvGuid }, orderBy: { seq: "desc" }, take: LINES });
  return rows.reverse().map(({ seq, at, stream, text }) => ({
    seq: Number(seq),
    ts: Math.floor(at.getTime() / 1000),
    stream,
    text,
  }));
}
