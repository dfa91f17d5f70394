import { PLANS } from '#shared/billing/texts.ts';
import { Icon, isIcon } from '../../ui/button/Icon.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import type { OfferView } from '../plans/offer-groups.ts';
import classes from './OfferChoice.module.css';

interface OfferChoiceProps {
  readonly offer: OfferView;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** One offer with a radio; a press anywhere on the card chooses it. */
export function OfferChoice({ offer, chosen, onChoose }: OfferChoiceProps) {
  const { id, title, cardPrice: price, cardOldPrice: oldPrice, priceNotes, bullets, highlighted } = offer;
  return (
    <label className={classes.card} data-highlighted={highlighted || undefined}>
      <span className={classes.head}>
        <input
          type="radio"
          name="offer"
          value={id}
          checked={chosen}
          onChange={onChoose}
          aria-label={`${title}, ${price}`}
        />
        <span className={classes.title}>{title}</span>
        <span className={classes.price}>
          {oldPrice !== null && (
            <>
              <VisuallyHidden>Before </VisuallyHidden>
              <s>{oldPrice}</s>{' '}
            </>
          )}
          {price}
        </span>
      </span>
      {(highlighted || priceNotes.length > 0) && (
        <span className={classes.notes}>
          {highlighted && <span className={classes.recommended}>{PLANS.recommended}</span>}
          {priceNotes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </span>
      )}
      <ul className={classes.bullets}>
        {bullets.map(({ icon, bullet }) => (
          <li key={bullet}>
            <Icon name={isIcon(icon) ? icon : 'check'} size={18} />
            <span>{bullet}</span>
          </li>
        ))}
      </ul>
    </label>
  );
}
