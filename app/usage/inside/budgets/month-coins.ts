/**
 * SQL for the coins of a tenant's events in a month, counted as soon as they are accepted; null without a meter. It reads
 * the tenant's meter from `m`, and the start of the month from `a.month`. A fast clock may have started the next month in
 * the meter; the month is then the sums plus the events that they lack.
 */
export const MONTH_COINS = `case
  when m.month = (a.month at time zone 'UTC')::date then m.month_coins
  when m.month > (a.month at time zone 'UTC')::date then
    coalesce((select sum(u.coins) from usage_by_user u
      where u.grain = 'month' and u.tenant_id = m.tenant_id and u.at = a.month), 0)
    + coalesce((select sum(e.coins) from usage_event e
      where e.id > (select event_id from usage_cursor where id = 1) and e.tenant_id = m.tenant_id
        and e.ts >= a.month and e.ts < a.month + interval '1 month'), 0) end`;
