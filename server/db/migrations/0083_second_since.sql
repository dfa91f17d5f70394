-- Since when a subscription is known to be a second one: what it granted before that was right when it did.
alter table billing_subscriptions add column second_at timestamptz;
update billing_subscriptions set second_at = created_at where is_second;
