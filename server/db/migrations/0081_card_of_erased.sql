-- What a payment provider said of an account after it was erased brought its card and payer back.
update billing_customers c
set card_brand = null, card_last4 = null, card_exp_month = null, card_exp_year = null, payer_email = null
from people p
where p.id = c.person_id and p.erased_at is not null
  and coalesce(c.card_brand, c.card_last4, c.payer_email, c.card_exp_month::text, c.card_exp_year::text) is not null;
