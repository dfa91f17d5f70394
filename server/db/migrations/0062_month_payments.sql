-- Closed months of musicians that were paid (docs/product/invoice.md#marking-as-paid).

-- What a payment refers to: a closed month, and what it says.
alter table musician_months add constraint musician_months_payment unique (musician_id, month, payment_cents);

create table month_payments (
  id uuid primary key,
  musician_id uuid not null,
  month date not null,
  amount_cents integer not null check (amount_cents > 0),
  paid_on date not null,
  reference text not null check (char_length(reference) between 1 and 100),
  marked_at timestamptz not null,
  marked_by uuid not null references people,
  -- The payment whose mark was taken back before; null: this is the month's first mark.
  replaces uuid,
  constraint month_payments_closed foreign key (musician_id, month, amount_cents)
    references musician_months (musician_id, month, payment_cents),
  constraint month_payments_day check (paid_on >= month),
  constraint month_payments_of_month unique (id, musician_id, month),
  constraint month_payments_once unique (replaces)
);
create unique index month_payments_first on month_payments (musician_id, month) where replaces is null;

-- Marks that were taken back. Only then can the month be marked again.
create table month_payments_taken_back (
  payment_id uuid primary key,
  musician_id uuid not null,
  month date not null,
  reason text not null check (char_length(reason) between 1 and 200),
  taken_back_at timestamptz not null,
  taken_back_by uuid not null references people,
  constraint month_payments_taken_back_of_month unique (payment_id, musician_id, month),
  constraint month_payments_taken_back_payment foreign key (payment_id, musician_id, month)
    references month_payments (id, musician_id, month)
);
alter table month_payments add constraint month_payments_replaces foreign key (replaces, musician_id, month)
  references month_payments_taken_back (payment_id, musician_id, month);

create trigger month_payments_append_only before update or delete on month_payments
  for each row execute function append_only();
create trigger month_payments_taken_back_append_only before update or delete on month_payments_taken_back
  for each row execute function append_only();
