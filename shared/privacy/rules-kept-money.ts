import type { Kept } from './rules-kept-table.ts';

const byPerson = { id: 'person_id' } as const;
const throughPayments = {
  through: 'payment_id',
  table: 'billing_payments',
  key: 'id',
  id: 'person_id',
} as const;
/** How long tax law has books and invoices kept. */
const BOOKS = '10 years, as tax law wants of books and invoices.';

/** Credits, payments and invoices. */
export const MONEY: readonly Kept[] = [
  {
    kind: 'billing-address',
    what: 'Your billing address and VAT number, and which card or PayPal account pays (its last digits or address)',
    why: 'So that invoices are right and you recognize what is charged.',
    howLong: 'As long as your account. The payment provider keeps its own records by its own terms.',
    onErase: 'deleted',
    erasing: 'Deleted here. Invoices that bear it stay.',
    files: ['billing-address.json'],
    tables: [
      { table: 'billing_details', of: byPerson, erase: 'rows' },
      {
        table: 'billing_customers',
        of: byPerson,
        erase: {
          card_brand: null,
          card_last4: null,
          card_exp_month: null,
          card_exp_year: null,
          payer_email: null,
        },
      },
      { table: 'billing_customer_starts', of: byPerson, erase: 'rows' },
    ],
  },
  {
    kind: 'credits',
    what: 'Your credits: each that came and went',
    why: 'They are worth money.',
    howLong: BOOKS,
    onErase: 'kept',
    erasing: 'The entries stay for the books, without your name. Credits that are left end.',
    files: ['credits.json'],
    tables: [
      { table: 'credit_lots', of: byPerson, erase: 'nothing', stays: ['grant_key'] },
      {
        table: 'credit_entries',
        of: { through: 'lot_id', table: 'credit_lots', key: 'id', id: 'person_id' },
        erase: 'nothing',
        stays: ['reason', 'cause'],
      },
    ],
  },
  {
    kind: 'payments',
    what: 'Your membership, and each payment, refund and change of plan',
    why: 'To give you what you paid for, and for the books.',
    howLong: BOOKS,
    onErase: 'kept',
    erasing: 'They stay for the books, without your name. What you wrote when you cancelled is deleted.',
    files: ['membership.json', 'payments.json'],
    tables: [
      {
        table: 'memberships',
        of: byPerson,
        erase: 'nothing',
        stays: ['plan_name', 'product_id', 'last_payment_status'],
      },
      { table: 'billing_cancellations', of: byPerson, erase: { comments: '' }, stays: ['reason'] },
      { table: 'billing_changes', of: byPerson, erase: { request: '{}' } },
      {
        table: 'billing_checkouts',
        of: byPerson,
        erase: { request: '{}', url: null, return_to: null },
        stays: ['coupon', 'country', 'way', 'replaces_provider', 'replaces_subscription'],
      },
      {
        table: 'billing_revisions',
        of: byPerson,
        erase: { request: '{}', url: null },
        stays: ['from_price_id', 'to_price_id'],
      },
      { table: 'billing_notices', of: byPerson, erase: 'nothing', stays: ['key'] },
      { table: 'billing_payments', of: byPerson, erase: 'nothing', stays: ['invoice_id', 'dispute'] },
      { table: 'billing_disputes', of: throughPayments, erase: 'nothing', stays: ['dispute_id'] },
      { table: 'billing_refunds', of: throughPayments, erase: 'nothing', stays: ['refund_id'] },
      { table: 'billing_paypal_objects', of: byPerson, erase: 'nothing', stays: ['object_id'] },
      { table: 'billing_restarts', of: byPerson, erase: 'nothing' },
      {
        table: 'billing_subscriptions',
        of: byPerson,
        erase: 'nothing',
        stays: ['item_id', 'pending_price_id', 'last_payment_status', 'replaced_by'],
      },
      { table: 'billing_unknown', of: byPerson, erase: 'nothing' },
      {
        table: 'billing_events',
        of: { through: 'customer_id', table: 'billing_customers', key: 'customer_id', id: 'person_id' },
        erase: 'nothing',
        stays: ['event_id', 'type', 'object_id'],
      },
    ],
  },
  {
    kind: 'invoices',
    what: 'Invoices and credit notes, with the name and address that they bear',
    why: 'Tax law wants them.',
    howLong: BOOKS,
    onErase: 'kept',
    erasing: 'They stay as they are: tax law forbids to change or delete them before.',
    files: ['invoices.json', 'invoices/*.pdf'],
    tables: [
      {
        table: 'invoices',
        of: byPerson,
        erase: 'nothing',
        stays: ['number', 'seller', 'buyer', 'lines'],
      },
    ],
  },
  {
    kind: 'trial-marks',
    what: 'That a card, a payer or a mailbox has had its trial',
    why: 'There is one trial for each, and no reward for inviting oneself.',
    howLong: 'As long as the studio gives trials.',
    onErase: 'kept',
    erasing:
      'Marks of cards stay as the provider’s code, your mailbox as a keyed hash from which nobody can read it.',
    files: ['payment-marks.json'],
    tables: [
      { table: 'billing_fingerprints', of: byPerson, erase: 'nothing', stays: ['fingerprint'] },
      { table: 'payer_marks', of: byPerson, erase: 'nothing', stays: ['mark'] },
      { table: 'erased_mailboxes', of: { address: 'hash' }, erase: 'nothing', stays: ['hash'] },
    ],
  },
];
