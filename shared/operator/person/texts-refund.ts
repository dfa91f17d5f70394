/** Why a payment is not refunded, as the command and the console say it (docs/product/operator.md#refunds). */
export const NOT_REFUNDED = {
  nothing_paid: 'Nothing was paid.',
  disputed: 'This payment is disputed: its money is with the bank, and cannot be refunded.',
  too_much: 'That is more than what is left of the payment.',
  not_here: 'This payment is of a provider, or of keys, that this installation does not have.',
  provider_unavailable: 'The payment provider does not answer. Nothing was paid back; try again.',
  refunded_wholly: 'This payment is refunded wholly already. Nothing was done.',
} as const;
