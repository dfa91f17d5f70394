import { useState } from 'react';
import { formatUsd } from '#shared/lib/money.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { Coupon } from '#shared/operator/content/contract-coupons.ts';
import {
  COUPON_STATE_LABELS,
  durationText,
  offText,
  usedText,
} from '#shared/operator/content/texts-coupons.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import classes from './Coupons.module.css';
import { EndCouponDialog } from './EndCouponDialog.tsx';

/** A coupon: what it takes off, of what, how often it was used, until when. */
export function CouponRow({ coupon, zone }: { readonly coupon: Coupon; readonly zone: string }) {
  const [isAsked, setAsked] = useState(false);
  const { code, name, state, expires_at, made_at, offers } = coupon;
  const when = (at: string) => formatUpdatedAt(Temporal.Instant.from(at), zone);
  return (
    <li tabIndex={-1} className={classes.row}>
      <div className={classes.code}>
        <h2>{code}</h2>
        {name !== null && name !== code && <p>{name}</p>}
        <p>Made {when(made_at)}</p>
      </div>
      <div className={classes.off}>
        <b>{offText(coupon)}</b>
        <p>{durationText(coupon)}</p>
        <p>{offers === null ? 'All plans and bundles' : offers.join(', ')}</p>
        {limitsOf(coupon).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className={classes.used}>
        <p>{usedText(coupon)}</p>
        <p>{expires_at === null ? 'Without an end' : `Until ${when(expires_at)}`}</p>
      </div>
      <StatusLabel tone={state === 'open' ? 'ready' : 'done'}>{COUPON_STATE_LABELS[state]}</StatusLabel>
      <div className={classes.action}>
        {state === 'open' && (
          <Button kind="quiet" aria-label={`End ${code}`} onClick={() => setAsked(true)}>
            End
          </Button>
        )}
      </div>
      {isAsked && <EndCouponDialog coupon={coupon} onClose={() => setAsked(false)} />}
    </li>
  );
}

/** Who can use it, where not everybody can. */
function limitsOf({ first_only, for_one, minimum_cents }: Coupon): string[] {
  return [
    ...(first_only ? ['Only for a first payment'] : []),
    ...(for_one ? ['Only for one customer'] : []),
    ...(minimum_cents === null ? [] : [`From ${formatUsd(minimum_cents)} on`]),
  ];
}
