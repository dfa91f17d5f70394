import type { CSSProperties } from 'react';
import { AREA } from '#shared/billing/texts-area.ts';
import cardClasses from '../profile/Cards.module.css';
import classes from './BillingTab.module.css';

/** How full the credits bank is, as a bar and in words. A bank above its cap is drawn full. */
export function BankMeter({ credits, max }: { readonly credits: number; readonly max: number }) {
  const text = AREA.bankText(credits, max);
  const filled: CSSProperties & { '--filled': string } = {
    '--filled': `${Math.min(100, (100 * credits) / max)}%`,
  };
  return (
    <div>
      <meter
        aria-label={AREA.bank}
        min={0}
        max={max}
        value={Math.min(credits, max)}
        aria-valuetext={text}
        className={classes.meter}
        style={filled}
      />
      <p className={cardClasses.note}>
        {text} in your bank.{credits >= max && ` ${AREA.bankFull}`}
      </p>
    </div>
  );
}
