import { listPromos, type PromoRow } from "~/domain/marketing/list-promos.server";
import { listTrials } from "~/domain/marketing/list-trials.server";
import { benefitText, durationText } from "~/domain/marketing/promo-code";
import { promoState } from "~/domain/marketing/promo-state";
import { hasRole, type Role } from "~/domain/role";

const PAGE_SIZE = 25;

/** A promo code as the screen shows it. */
export type PromoView = ReturnType<typeof toView>;

/** Trials and promo codes, a page of each, and whether that role may change them (2.4). */
export async function readMarketingScreen(given: { search: URLSearchParams; role: Role; now: Date }) {
  const { search, role, now } = given;
  const [promos, trials] = await Promise.all([listPromos(), listTrials()]);
  return {
    trials: pageOf(trials, search.get("trials")),
    promos: pageOf(
      promos.map((promo) => toView(promo, now)),
      search.get("promos"),
    ),
    mayWrite: hasRole(role, "admin"),
  };
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

/** Rows of one page; a number that is none is the first, one beyond the last page the last (9.5). */
function pageOf<Row>(rows: Row[], wanted: string | null) {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = /^[1-9]\d{0,8}$/.test(wanted ?? "") ? Math.min(pages, Number(wanted)) : 1;
  return { rows: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: rows.length, page, pages };
}
