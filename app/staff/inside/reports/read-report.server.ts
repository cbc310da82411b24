import { type GpuHours, sumGpuHours } from "~/compute/gpu-use.server";
import { MONEY_FIGURE_NAMES, type MoneyFigure } from "~/money/money-figures";
import { listTenantMoney, type MoneySums, sumMoney, type TenantOrder } from "~/money/report-sums.server";
import { asUnits, unitsToDollars2, type Units } from "~/money/units";
import { listModelCoins, type ModelCoins } from "~/usage/list-model-coins.server";
import { listWorkspaceCoins } from "~/usage/list-workspace-coins.server";
import { isTimeSplit, partsOf, type Period } from "./period";

/** Figures in dollars with 2 decimals, rounded down. */
export type MoneyDollars = Record<MoneyFigure, number>;

/** Tenants and workspaces in a list; files have more. */
const SHOWN = 50;
export const IN_FILES = 10_000;

/** The money of a period: in all, before, and by part. */
export async function readMoneyReport({ days, before, split }: Period) {
  const [rows, rowsBefore] = await Promise.all([
    sumMoney({ days, split }),
    before ? sumMoney({ days: before, split: isTimeSplit(split) ? split : "whole" }) : [],
  ]);
  const sums = new Map(rows.map((row) => [row.key, row]));
  const keys = isTimeSplit(split) ? partsOf(days, split) : placesOf(rows);
  // The nth part is compared with the nth part before.
  const sumsBefore = new Map(rowsBefore.map((row) => [row.key, row]));
  const keysBefore = before && isTimeSplit(split) ? partsOf(before, split) : [];
  return {
    total: dollarsOf(addUp(rows)),
    before: before ? dollarsOf(addUp(rowsBefore)) : null,
    parts: keys.map((key, place) => ({
      key,
      ...dollarsOf(sums.get(key) ?? NOTHING),
      revenueBefore: keysBefore[place] === undefined ? null : revenueOf(sumsBefore.get(keysBefore[place])),
    })),
  };
}

/** Clusters or GPU types by name; what belongs to none comes last. */
function placesOf(rows: { key: string }[]): string[] {
  const keys = rows.map(({ key }) => key);
  return [...keys.filter((key) => key !== ""), ...keys.filter((key) => key === "")];
}

export type MoneyReport = Awaited<ReturnType<typeof readMoneyReport>>;

/** The customers of whole months, largest first by a figure. */
export async function readCustomersReport(
  { months, monthsBefore }: Period,
  { order, limit = SHOWN }: { order: TenantOrder; limit?: number },
) {
  const rows = await listTenantMoney({ months, before: monthsBefore, order, limit });
  return {
    /** Customers in all. */
    of: rows[0]?.of ?? 0,
    rows: rows.map(({ tenantName, before, ...sums }) => ({
      tenantName,
      ...dollarsOf(sums),
      before: monthsBefore ? unitsToDollars2(before) : null,
    })),
  };
}

export type CustomersReport = Awaited<ReturnType<typeof readCustomersReport>>;

/** A part of the fleet over a period. */
export interface GpuPart extends GpuHours {
  /** Dollars. */
  revenue: number;
}

/** GPU-hours, revenue and cost of a period: in all, before, and by part. */
export async function readGpuReport({ days, before, split }: Period) {
  const [hours, money, hoursBefore, moneyBefore] = await Promise.all([
    sumGpuHours({ days, split }),
    sumMoney({ days, split }),
    before ? sumGpuHours({ days: before, split: "whole" }) : [],
    before ? sumMoney({ days: before, split: "whole" }) : [],
  ]);
  const byKey = new Map(hours.map((row) => [row.key, row]));
  const revenue = new Map(money.map((row) => [row.key, row.revenue]));
  const keys = isTimeSplit(split)
    ? partsOf(days, split)
    : [...new Set([...byKey.keys(), ...revenue.keys()])].filter((key) => key !== "").toSorted();
  const whole = (rows: GpuHours[], sums: MoneySums[]): GpuPart => ({
    key: "",
    ...addHours(rows),
    revenue: unitsToDollars2(addUp(sums).revenue),
  });
  return {
    total: whole(hours, money),
    before: before ? whole(hoursBefore, moneyBefore) : null,
    parts: keys.map((key): GpuPart => ({
      ...(byKey.get(key) ?? { key, ...addHours([]) }),
      revenue: unitsToDollars2(revenue.get(key) ?? asUnits(0n)),
    })),
  };
}

export type GpuReport = Awaited<ReturnType<typeof readGpuReport>>;

/** Coins of a period by model, and of its months by workspace. */
export async function readCoinsReport({ days, before, months, present }: Period, limit = SHOWN) {
  const [models, modelsBefore, workspaces] = await Promise.all([
    listModelCoins({ days }),
    before ? listModelCoins({ days: before }) : null,
    listWorkspaceCoins({ months, present, limit: limit + 1 }),
  ]);
  const coinsBefore = new Map(modelsBefore?.map(({ model, coins }) => [model, coins]));
  return {
    models: models.map((row) => ({ ...row, before: modelsBefore && (coinsBefore.get(row.model) ?? 0) })),
    spent: sumCoins(models),
    before: modelsBefore && sumCoins(modelsBefore),
    workspaces: workspaces.slice(0, limit),
    moreWorkspaces: workspaces.length > limit,
  };
}

export type CoinsReport = Awaited<ReturnType<typeof readCoinsReport>>;

const NOTHING = Object.fromEntries(MONEY_FIGURE_NAMES.map((name) => [name, asUnits(0n)])) as MoneySums;

function addUp(rows: readonly MoneySums[]): MoneySums {
  return rows.reduce(
    (sum, row) =>
      Object.fromEntries(MONEY_FIGURE_NAMES.map((name) => [name, asUnits(sum[name] + row[name])])) as MoneySums,
    NOTHING,
  );
}

function dollarsOf(sums: MoneySums): MoneyDollars {
  return Object.fromEntries(MONEY_FIGURE_NAMES.map((name) => [name, unitsToDollars2(sums[name])])) as MoneyDollars;
}

function revenueOf(sums: MoneySums | undefined): number {
  return unitsToDollars2((sums ?? NOTHING).revenue as Units);
}

function addHours(rows: readonly GpuHours[]): Omit<GpuHours, "key"> {
  const sum = (figure: Exclude<keyof GpuHours, "key">) => rows.reduce((total, row) => total + row[figure], 0);
  return {
    busy: sum("busy"),
    inService: sum("inService"),
    all: sum("all"),
    listCents: sum("listCents"),
    costCents: sum("costCents"),
  };
}

function sumCoins(models: readonly ModelCoins[]): number {
  return models.reduce((sum, { coins }) => sum + coins, 0);
}
