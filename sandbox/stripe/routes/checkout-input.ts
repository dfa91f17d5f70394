import {
  clearable,
  flag,
  integer,
  integerIn,
  list,
  metadata,
  object,
  oneOf,
  required,
  text,
  type InputOf,
} from '../http/params.ts';
import { cardOnly, checkoutData } from './shapes.ts';

export const SESSION = {
  mode: required(oneOf('payment', 'subscription', 'setup')),
  success_url: required(text),
  cancel_url: text,
  client_reference_id: text,
  currency: text,
  customer: text,
  customer_email: text,
  customer_creation: oneOf('always', 'if_required'),
  customer_update: object({ address: oneOf('auto', 'never'), name: oneOf('auto', 'never') }),
  allow_promotion_codes: flag,
  allowed_payment_method_types: cardOnly,
  billing_address_collection: oneOf('auto', 'required'),
  discounts: list(object({ coupon: text, promotion_code: text })),
  expires_at: integer,
  line_items: list(
    object({
      price: text,
      price_data: checkoutData,
      quantity: integerIn(1, 999_999),
      tax_rates: list(text),
      adjustable_quantity: object({ enabled: required(flag), minimum: integer, maximum: integer }),
    }),
  ),
  locale: text,
  metadata,
  payment_intent_data: object({
    description: text,
    metadata,
    setup_future_usage: oneOf('off_session', 'on_session'),
  }),
  payment_method_collection: oneOf('always', 'if_required'),
  setup_intent_data: object({ description: text, metadata }),
  subscription_data: object({
    default_tax_rates: list(text),
    description: clearable(text),
    metadata,
    trial_end: integer,
    trial_period_days: integerIn(1, 730),
    trial_settings: object({
      end_behavior: required(
        object({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
      ),
    }),
  }),
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
} as const;

export type SessionInput = InputOf<typeof SESSION>;
