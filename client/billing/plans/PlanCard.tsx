import type { ReactNode } from 'react';
import { Icon, isIcon } from '../../ui/button/Icon.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import type { OfferView } from './offer-groups.ts';
import classes from './PlanCard.module.css';

/** One offer: name, price and contents; `children` is what can be done with it. */
export function PlanCard({ offer, children }: { readonly offer: OfferView; readonly children?: ReactNode }) {
  return (
    <article className={classes.card} data-highlighted={offer.highlighted || undefined}>
      <header className={classes.head}>
        <h4>{offer.title}</h4>
        <p className={classes.price}>
          {offer.oldPrice !== null && (
            <>
              <VisuallyHidden>Before </VisuallyHidden>
              <s>{offer.oldPrice}</s>{' '}
            </>
          )}
          <b>{offer.price}</b>
        </p>
      </header>
      {offer.priceNotes.length > 0 && (
        <p className={classes.notes}>
          {offer.priceNotes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </p>
      )}
      <ul>
        {offer.bullets.map(({ icon, bullet }) => (
          <li key={bullet}>
            <Icon name={isIcon(icon) ? icon : 'check'} size={18} />
            <span>{bullet}</span>
          </li>
        ))}
      </ul>
      {children}
    </article>
  );
}
