import type { ReactNode } from 'react';
import { PLANS } from '#shared/billing/texts.ts';
import { Icon, isIcon } from '../../ui/button/Icon.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import type { OfferView } from './offer-groups.ts';
import classes from './PlanCard.module.css';

interface PlanCardProps {
  readonly offer: OfferView;
  /** Of its heading. */
  readonly level: 4 | 5;
  readonly children?: ReactNode;
}

/** One offer: name, price and contents; `children` is what can be done with it. */
export function PlanCard({ offer, level, children }: PlanCardProps) {
  const Heading = `h${level}` as const;
  return (
    <article className={classes.card} data-highlighted={offer.highlighted || undefined}>
      <header className={classes.head}>
        <Heading>{offer.title}</Heading>
        <p className={classes.price}>
          {offer.cardOldPrice !== null && (
            <>
              <VisuallyHidden>Before </VisuallyHidden>
              <s>{offer.cardOldPrice}</s>{' '}
            </>
          )}
          <b>{offer.cardPrice}</b>
        </p>
      </header>
      {(offer.highlighted || offer.priceNotes.length > 0) && (
        <p className={classes.notes}>
          {offer.highlighted && <span className={classes.recommended}>{PLANS.recommended}</span>}
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
