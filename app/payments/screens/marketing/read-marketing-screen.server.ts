import {
  countEndingTrials,
  type EndingTrial,
  listEndingTrials,
} from "~/payments/inside/marketing/list-ending-trials.server";
import { listPromos, type PromoRow } from "~/payments/inside/marketing/list-promos.server";
import { listTrials } from "~/payments/inside/marketing/list-trials.server";
import { benefitText, durationText } from "~/payments/promo-code";
import { PROMO_STATES, promoState } from "~/payments/inside/marketing/promo-state";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { pageNumber, pageOf } from "~/platform/http/page-number";

const FILTER_MAX = 100;

/** A promo code for the screen. */
export type PromoView = ReturnType<typeof toView>;
/** A trial that ends soon; its end in epoch seconds. */
export type EndingView = ReturnType<typeof toEnding>;

interface Asked {
  search: URLSearchParams;
  now: Date;
}

/** Trials and promo codes, a page of each, and whether the role may change them (2.4). */
export async function readMarketingScreen(given: Asked & { viewer: WithRights }) {
  const { search, viewer } = given;
  const [promos, trials, ending] = await Promise.all([filterPromos(given), listTrials(), readEnding(given)]);
  return {
    trials: partOf(trials, pageNumber(search, "trials")),
    promos: { ...partOf(promos, pageNumber(search, "promos")), ...filterOf(search) },
    ending,
    mayWrite: hasRight(viewer, "promos.act"),
  };
}

/** The codes that match the URL, newest first. */
export async function filterPromos({ search, now }: Asked): Promise<PromoView[]> {
  const { q, state } = filterOf(search);
  const part = q.toLowerCase();
  return (await listPromos())
    .map((promo) => toView(promo, now))
    .filter((promo) => state === null || promo.state === state)
    .filter(({ code, name }) => code.toLowerCase().includes(part) || name.toLowerCase().includes(part));
}

function filterOf(search: URLSearchParams) {
  return {
    q: search.get("q")?.trim().slice(0, FILTER_MAX) ?? "",
    state: PROMO_STATES.find((one) => one === search.get("state")) ?? null,
  };
}

async function readEnding({ search, now }: Asked) {
  const { offset, limit, ...page } = pageOf(await countEndingTrials({ now }), pageNumber(search, "ending"));
  return { ...page, rows: (await listEndingTrials({ now, offset, limit })).map(toEnding) };
}

function toEnding({ trialEnd, ...trial }: EndingTrial) {
  return { ...trial, trialEnd: Math.floor(trialEnd.getTime() / 1000) };
}

function toView(promo: PromoRow, now: Date) {
  const { code, name, created, timesRedeemed, maxRedemptions } = promo;
  return {
    code,
    name,
    created,
    benefit: benefitText(promo),
    duration: durationText(promo.duration),
    state: promoState(promo, now),
    used: maxRedemptions === null ? String(timesRedeemed) : `${timesRedeemed} of ${maxRedemptions}`,
    expires: promo.expiresAt ? Math.floor(promo.expiresAt.getTime() / 1000) : null,
  };
}

function partOf<Row>(rows: Row[], wanted: number) {
  const { offset, limit, ...page } = pageOf(rows.length, wanted);
  return { ...page, rows: rows.slice(offset, offset + limit) };
}
