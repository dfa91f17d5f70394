-- Whole months of daily_figures, by musician and service: three years of 2,000 musicians are two million days
-- (docs/decisions/0107-figures-are-summed-by-day.md).
create table monthly_figures (
  figure text not null,
  month date not null check (extract(day from month) = 1),
  "by" text not null check ("by" in ('musician', 'service')),
  key uuid,
  amount double precision not null,
  base double precision not null
);
create index monthly_figures_of on monthly_figures (figure, "by", month) include (key, amount, base);
create index monthly_figures_month on monthly_figures (month);
insert into monthly_figures (figure, month, "by", key, amount, base)
select figure, date_trunc('month', day::timestamp)::date, "by", key, sum(amount), sum(base)
from daily_figures where "by" <> 'all' group by 1, 2, 3, 4;
