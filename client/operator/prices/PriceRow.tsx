import { formatUsdExact } from '#shared/lib/money.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { OfferPrice } from '#shared/operator/content/contract-prices.ts';
import { PRICE_STATE_LABELS } from '#shared/operator/content/texts-prices.ts';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';
import classes from './Prices.module.css';

const TONES: Readonly<Record<OfferPrice['state'], Tone>> = {
  sold: 'ready',
  new: 'waiting',
  again: 'waiting',
  renamed: 'waiting',
  retired: 'done',
};

const KINDS: Readonly<Record<OfferPrice['kind'], string>> = {
  plan: 'Plan',
  bundle: 'Bundle',
  'top-up': 'On demand',
};

const periodOf = ({ is_annual }: OfferPrice): string => {
  if (is_annual === null) return 'once';
  return is_annual ? 'a year' : 'a month';
};

/** A price of an offer at one provider, or one that waits to be made. */
export function PriceRow({ price, zone }: { readonly price: OfferPrice; readonly zone: string }) {
  const { state, kind, offer, name, cents, credits, price_id, made_at } = price;
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <h3>{name}</h3>
        <p>
          {KINDS[kind]} <code>{offer}</code>
        </p>
      </div>
      <p className={classes.sum}>
        <b>{formatUsdExact(cents)}</b> {periodOf(price)}
        <span>{credits === 1 ? '1 credit' : `${credits} credits`}</span>
      </p>
      <StatusLabel tone={TONES[state]}>{PRICE_STATE_LABELS[state]}</StatusLabel>
      <div className={classes.made}>
        {price_id === null ? <p>Not made yet</p> : <code>{price_id}</code>}
        {made_at !== null && <p>Since {formatUpdatedAt(Temporal.Instant.from(made_at), zone)}</p>}
      </div>
    </li>
  );
}
