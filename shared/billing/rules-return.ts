interface Bought {
  readonly credits: number;
  /** Net, in dollars, as the requirement's addresses name it. */
  readonly price: number;
  readonly provider: 'stripe' | 'paypal';
}

/**
 * The path that a paid top-up returns to: `returnTo`, by default the billing area, with the values of
 * docs/product/billing.md#payment-return in its hash.
 * @planned
 */
export function topUpReturn(returnTo: string | null, { credits, price, provider }: Bought): string {
  const values = new URLSearchParams({
    purchase: 'topup',
    product_type: 'topup',
    product_price: String(price),
    product_name: credits === 1 ? '1 credit' : `${credits} credits`,
    credits: String(credits),
    payment_provider: provider,
  });
  const path = returnTo ?? '/profile#billing';
  return `${path}${path.includes('#') ? '&' : '#'}${values.toString()}`;
}
