import { Icon, type IconName } from '../../ui/button/Icon.tsx';
import classes from './OfferChoice.module.css';

/** The icons that an offer's bullets may name; any other name gets a check mark. */
const BULLETS: readonly IconName[] = [
  'check',
  'star',
  'download',
  'sessions',
  'person',
  'play',
  'file',
  'explore',
];

interface OfferChoiceProps {
  readonly id: string;
  readonly title: string;
  readonly price: string;
  readonly bullets: readonly { readonly icon: string; readonly bullet: string }[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** One offer with a radio; a press anywhere on the card chooses it. */
export function OfferChoice({ id, title, price, bullets, chosen, onChoose }: OfferChoiceProps) {
  return (
    <label className={classes.card}>
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
        <span className={classes.price}>{price}</span>
      </span>
      <ul className={classes.bullets}>
        {bullets.map(({ icon, bullet }) => (
          <li key={bullet}>
            <Icon name={BULLETS.find((known) => known === icon) ?? 'check'} size={18} />
            <span>{bullet}</span>
          </li>
        ))}
      </ul>
    </label>
  );
}
