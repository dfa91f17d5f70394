-- Operators may add an authenticator app beside their passkeys (docs/product/accounts.md#an-app-beside-passkeys).

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose check (purpose in
  ('front_ticket', 'reset_password', 'sign_in', 'choose_password', 'second_factor', 'delete_account', 'keep_account',
   'passkey_setup', 'passkey_proof', 'app_setup'));
