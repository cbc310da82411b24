import { errorsOf, gpusOf, nodeOf } from "~/fleet/inside/telemetry/figures";
import { readRows } from "~/fleet/inside/telemetry/read-history.server";
import type { Span } from "~/fleet/inside/telemetry/spans";
import { timeOf } from "~/platform/csv-cell";
import { type CsvTable, csvTable } from "~/platform/http/csv-instead.server";

interface Wanted {
  nodeName: string;
  span: Span;
  now: Date;
}

/** The figures of a node's GPUs as they are kept: a line for each GPU and unit of time. */
export function gpusTable(wanted: Wanted): CsvTable {
  const rows = async () =>
    (await readRows(wanted)).flatMap(({ ts, gpus, errors }) =>
      gpusOf(gpus).map((of, id) => ({ ts, id, of, errors: errorsOf(errors, id) })),
    );
  return csvTable(rows, {
    Time: ({ ts }) => timeOf(ts),
    GPU: ({ id }) => id,
    "Load %": ({ of }) => of.busy,
    "Load %, highest": ({ of }) => of.busyMax,
    "Memory %": ({ of }) => of.mem,
    "Memory %, highest": ({ of }) => of.memMax,
    "Temperature °C": ({ of }) => of.temp,
    "Temperature °C, highest": ({ of }) => of.tempMax,
    "Power W": ({ of }) => of.power,
    "Power W, highest": ({ of }) => of.powerMax,
    "Clock MHz": ({ of }) => of.clock,
    "Clock MHz, lowest": ({ of }) => of.clockMin,
    "Slowed by heat, % of the time": ({ of }) => of.slowThermal,
    "Slowed by power, % of the time": ({ of }) => of.slowPower,
    "Slowed otherwise, % of the time": ({ of }) => of.slowOther,
    "Memory errors, corrected": ({ errors }) => errors.eccCorrected,
    "Memory errors, uncorrected": ({ errors }) => errors.eccUncorrected,
    "Link errors": ({ errors }) => errors.link,
  });
}

/** The figures of a node's machine as they are kept. */
export function machineTable(wanted: Wanted): CsvTable {
  const rows = async () => (await readRows(wanted)).map(({ ts, node }) => ({ ts, of: nodeOf(node) }));
  return csvTable(rows, {
    Time: ({ ts }) => timeOf(ts),
    "Processors %": ({ of }) => of.cpu,
    "Processors %, highest": ({ of }) => of.cpuMax,
    "Memory %": ({ of }) => of.mem,
    "Memory %, highest": ({ of }) => of.memMax,
    "Disk read KB/s": ({ of }) => of.diskRead,
    "Disk written KB/s": ({ of }) => of.diskWrite,
    "Free disk GB, lowest": ({ of }) => of.diskFree,
    "Received KB/s": ({ of }) => of.netReceived,
    "Received KB/s, highest": ({ of }) => of.netReceivedMax,
    "Sent KB/s": ({ of }) => of.netSent,
    "Sent KB/s, highest": ({ of }) => of.netSentMax,
  });
}
