import {
  address,
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
} from '../http/params.ts';

export const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
} as const;

export const intervalName = oneOf('day', 'week', 'month', 'year');

const PRICE_DATA = {
  currency: required(text),
  product: text,
  tax_behavior: oneOf('exclusive', 'unspecified'),
  unit_amount: integer,
} as const;

const recurring = object({ interval: required(intervalName), interval_count: integerIn(1, 36) });
const productData = object({ name: required(text), description: text });

export const recurringData = object({ ...PRICE_DATA, recurring });
export const singleData = object(PRICE_DATA);
export const checkoutData = object({ ...PRICE_DATA, recurring, product_data: productData });

/** An item of a subscription. */
const ITEM = {
  price: text,
  price_data: recurringData,
  quantity: integerIn(0, 1_000_000),
  metadata,
  tax_rates: clearable(list(text)),
} as const;
export const newItems = list(object(ITEM));
export const changedItems = list(object({ ...ITEM, id: text, deleted: flag }));

export const extraItems = list(
  object({
    price: text,
    price_data: singleData,
    quantity: integerIn(0, 1_000_000),
    tax_rates: clearable(list(text)),
    discountable: flag,
    metadata,
  }),
);

export const discounts = clearable(list(object({ coupon: text, promotion_code: text, discount: text })));

export const billingDetails = object({
  address: clearable(address),
  email: clearable(text),
  name: clearable(text),
  phone: clearable(text),
});

export const card = object({
  number: required(text),
  exp_month: required(integer),
  exp_year: required(integer),
  cvc: text,
});

export const paymentMethodData = object({
  type: required(oneOf('card')),
  card,
  billing_details: billingDetails,
});
export const cardOnly = list(oneOf('card'));
