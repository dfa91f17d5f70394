-- Each refund of a payment whose credits are settled. Of a payment of an earlier release only the sum is known
-- (`billing_payments.refunded_cents`).
create table billing_refunds (
  provider text not null,
  mode text not null,
  refund_id text not null,
  payment_id uuid not null references billing_payments on delete restrict,
  primary key (provider, mode, refund_id)
);
create index billing_refunds_payment on billing_refunds (payment_id);

-- A friend's first invoice that was paid back earns nobody a reward; one that was in part waits for the operator.
alter table invitations drop constraint invitations_rejected_for_check;
alter table invitations add constraint invitations_rejected_for_check
  check (rejected_for in ('same_card', 'same_payer', 'refunded', 'operator'));
alter table invitations drop constraint invitations_needs_operator;
alter table invitations add constraint invitations_needs_operator
  check (needs_operator in ('same_household', 'same_mailbox', 'partly_refunded'));
