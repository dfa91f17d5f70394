import { formatUsdExact } from '#shared/lib/money.ts';
import { cardExpiry, isExpiryAnnounced, nextDates } from '#shared/billing/rules-area.ts';
import { pdfName } from '#shared/billing/rules-invoice.ts';
import { formatDay } from '#shared/lib/time.ts';
import { invoiceForMail } from '../../billing/service.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { displayName, inZone, type MailContent } from '../../mail/templates/mail-content.ts';
import * as queries from '../queries-mails.ts';
import type { QueuedMail, BillingMailName } from './queued-mail.ts';
import { linkTo, recipientOf, type Recipient, type Template } from './recipient.ts';

/** Writes a mail about money to its person; null when it is no longer needed. */
type Write<N extends BillingMailName> = (
  ctx: Ctx,
  mail: QueuedMail<N>,
  recipient: Recipient,
) => Promise<MailContent | null>;

const toPerson =
  <N extends BillingMailName>(write: Write<N>): Template<N> =>
  async (ctx, mail) => {
    const person = await queries.personForMail(ctx.db, mail.about);
    if (person === undefined) return null;
    const recipient = recipientOf(person);
    return { recipient, write: () => write(ctx, mail, recipient) };
  };

const greeting = ({ name }: Recipient) => ({ text: `Hi ${displayName(name)},` });
const billing = (ctx: Ctx, { front }: Recipient): string => linkTo(ctx.settings, front, '/profile#billing');

/** An invoice or a credit note was issued; it is attached (docs/product/invoices.md#billing-mails). */
export const receipt = toPerson<'receipt'>(async (ctx, { invoice_id }, recipient) => {
  const found = await invoiceForMail(ctx, invoice_id);
  if (found === undefined) return null;
  const { invoice, pdf } = found;
  const { number, what } = invoice;
  const isInvoice = invoice.kind === 'invoice';
  const total = formatUsdExact(Math.abs(invoice.total_cents));
  return {
    subject: isInvoice
      ? `Your receipt from ${STUDIO_NAME}: ${total}`
      : `Your refund from ${STUDIO_NAME}: ${total}`,
    preview: isInvoice ? `Thank you. Invoice ${number} is attached.` : `Credit note ${number} is attached.`,
    heading: isInvoice ? 'Thank you for your payment' : 'We have paid you back',
    parts: [
      greeting(recipient),
      {
        text: isInvoice
          ? 'Your payment has arrived. The invoice is attached as PDF.'
          : 'The money goes back to your payment method; banks take a few days. The credit note is attached as PDF.',
      },
      {
        facts: [
          [isInvoice ? 'Invoice' : 'Credit note', number],
          ['For', what],
          ['Net', formatUsdExact(invoice.net_cents)],
          ...(invoice.vat_cents === 0
            ? []
            : [[`VAT ${invoice.vat_percent}%`, formatUsdExact(invoice.vat_cents)] as const]),
          ...(invoice.reverse_charge ? [['VAT', 'Reverse charge'] as const] : []),
          ['Total', formatUsdExact(invoice.total_cents)],
        ],
      },
      { button: 'See my invoices', url: billing(ctx, recipient) },
    ],
    attachment: { filename: pdfName(number), contentType: 'application/pdf', content: pdf },
  };
});

/** A renewal could not be charged: the first try, a later one, the last. */
export const paymentFailed = toPerson<'payment-failed'>(async (ctx, mail, recipient) => {
  const { attempt, is_last, next_attempt_at } = mail;
  const button = { button: 'Update my card', url: billing(ctx, recipient) };
  if (is_last) {
    return {
      subject: 'Last try: your membership is about to end',
      preview: 'Your payment failed again. Please pay now to stay a member.',
      heading: 'Your payment failed for the last time',
      parts: [
        greeting(recipient),
        {
          text: 'We could not charge your card, and we will not try again by ourselves. Unless it is paid now, your membership ends and its credits end with it.',
        },
        button,
        { note: 'Have you just paid? Then all is well.' },
      ],
    };
  }
  const isFirst = attempt === 1;
  const again =
    next_attempt_at == null ? null : inZone(Temporal.Instant.from(next_attempt_at), recipient.zone);
  return {
    subject: isFirst ? 'Your payment failed' : 'Your payment failed again',
    preview: 'Please check your card. Your membership goes on for now.',
    heading: isFirst ? 'We could not charge your card' : 'Your card was declined again',
    parts: [
      greeting(recipient),
      {
        text: isFirst
          ? `The payment for your membership failed. We will try again ${again === null ? 'in the next days' : `on ${again}`}. Your membership goes on meanwhile; new credits come once it is paid.`
          : `We tried once more, and the payment for your membership failed again. ${again === null ? '' : `We will try again on ${again}. `}Please check your card, so that your membership does not end.`,
      },
      button,
      { note: 'Have you changed your card already? Then you need not do anything.' },
    ],
  };
});

/** Somebody cancelled: until when all stays, and what stays afterwards (docs/product/leaving.md#cancelling). */
export const membershipCancelled = toPerson<'membership-cancelled'>(async (ctx, mail, recipient) => {
  const ends = Temporal.Instant.from(mail.ends_at);
  if (!(await endsThen(ctx, mail.about, ends))) return null;
  const day = formatDay(ends, recipient.zone);
  return {
    subject: `Your membership ends on ${day}`,
    preview: 'Everything stays as it is until then. Nothing more is charged.',
    heading: 'Your membership is cancelled',
    parts: [
      greeting(recipient),
      {
        text: `Your membership ends on ${inZone(ends, recipient.zone)}. Until then everything stays as it is, and nothing more is charged.`,
      },
      {
        text: 'Credits of your plan and in your credits bank can be used until then. Credits from top-ups and bundles stay yours.',
      },
      { button: 'See my membership', url: billing(ctx, recipient) },
      { note: 'Have you changed your mind? You can come back at any time.' },
    ],
  };
});

/** Whether a membership still ends at an instant: it may have been resumed since. */
async function endsThen({ db }: Ctx, personId: string, ends: Temporal.Instant): Promise<boolean> {
  const running = await queries.runningDates(db, personId);
  if (running === undefined) return queries.isCancelledTo(db, personId, ends);
  return nextDates(running).endsAt?.equals(ends) === true;
}

/** A mail about what is over for long is no news. */
const NEWS_HOURS = 48;

/** A membership is over for want of payment, or one of another system is used up. */
export const membershipEnded = toPerson<'membership-ended'>(async (ctx, { about }, recipient) => {
  const isUnpaid = (await queries.lastPaymentOfEnded(ctx.db, about)) === 'failed';
  const usedUp = isUnpaid ? undefined : await queries.importedUntil(ctx.db, about);
  const isNews = usedUp !== undefined && usedUp.until(ctx.now).total('hours') < NEWS_HOURS;
  if (!isUnpaid && !isNews) return null;
  return {
    subject: 'Your membership has ended',
    preview: isUnpaid
      ? 'The payment did not come. You can come back at any time.'
      : 'What you had paid is over. You can go on at any time.',
    heading: 'Your membership has ended',
    parts: [
      greeting(recipient),
      {
        text: isUnpaid
          ? 'The payment for your membership could not be charged, so it has ended, and its credits with it. Credits that you bought one by one stay yours.'
          : 'What you had paid for your membership is over, so it has ended. Your other credits stay yours.',
      },
      { text: 'You can become a member again at any time.' },
      {
        button: 'Become a member again',
        url: linkTo(ctx.settings, recipient.front, '/profile?modal=plans#billing'),
      },
    ],
  };
});

/** Three days before a trial with a card turns into a paid membership. */
export const trialEndsSoon = toPerson<'trial-ends-soon'>(async (ctx, _mail, recipient) => {
  const trial = await queries.trialSubscription(ctx.db, recipient.personId ?? '');
  if (trial?.trial_end == null || Temporal.Instant.compare(trial.trial_end, ctx.now) <= 0) return null;
  const { trial_end: ends, name, credits, next_total_cents: total } = trial;
  return {
    subject: `Your trial ends on ${formatDay(ends, recipient.zone)}`,
    preview: `Then ${name} begins.`,
    heading: 'Your trial ends soon',
    parts: [
      greeting(recipient),
      {
        text: `Your free trial ends on ${inZone(ends, recipient.zone)}. Then your membership begins${total === null ? '' : `: we charge ${formatUsdExact(total)} to your card`}, and ${credits} ${credits === 1 ? 'credit comes' : 'credits come'}.`,
      },
      { facts: [['Plan', name]] },
      { text: 'You need not do anything. If you do not want to go on, cancel before then and pay nothing.' },
      { button: 'See my plan', url: billing(ctx, recipient) },
    ],
  };
});

/** A trial that ended before it charged, because person or card had one (docs/product/billing.md#one-trial). */
export const trialUsed = toPerson<'trial-used'>(async (ctx, _mail, recipient) => ({
  subject: 'Your free trial could not begin',
  preview: 'Nothing was charged. You can become a member at any time.',
  heading: 'Your free trial could not begin',
  parts: [
    greeting(recipient),
    {
      text: 'There is one free trial for each person and each card, and this one has been used. Nothing was charged, and the trial with its credit has ended.',
    },
    { text: 'You can become a member with the same card at any time.' },
    {
      button: 'See the plans',
      url: linkTo(ctx.settings, recipient.front, '/profile?modal=plans#billing'),
    },
  ],
}));

/** The card of a running membership expires soon (docs/product/invoices.md#card-that-expires). */
export const cardExpires = toPerson<'card-expires'>(async (ctx, { about, expires_at }, recipient) => {
  const charged = await queries.chargedCard(ctx.db, about);
  if (charged === undefined) return null;
  const { card_last4: last4, card_exp_month: exp_month, card_exp_year: exp_year } = charged;
  if (last4 === null || exp_month === null || exp_year === null) return null;
  const card = { exp_month, exp_year };
  // Another card by now.
  if (cardExpiry(card).toString() !== expires_at) return null;
  if (!isExpiryAnnounced(card, charged, ctx.now)) return null;
  const month = `${String(exp_month).padStart(2, '0')}/${exp_year}`;
  return {
    subject: 'Your card expires soon',
    preview: `The card that ends in ${last4} expires at the end of ${month}.`,
    heading: 'Your card expires soon',
    parts: [
      greeting(recipient),
      {
        text: `The card that pays for your membership expires at the end of ${month}. Please enter a new one before then, so that your membership goes on.`,
      },
      {
        facts: [
          ['Card', `ending in ${last4}`],
          ['Expires', month],
        ],
      },
      { button: 'Update my card', url: billing(ctx, recipient) },
      { note: 'Have you changed your card already? Then you need not do anything.' },
    ],
  };
});
