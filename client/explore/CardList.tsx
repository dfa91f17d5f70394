import type { ReactNode, Ref } from 'react';
import type { Card } from '#shared/explore/contract.ts';
import { useShownCount } from '../ui/layout/use-shown-count.ts';
import classes from './ExplorePage.module.css';

interface CardListProps<C> {
  readonly cards: readonly C[];
  readonly list: Ref<HTMLUListElement>;
  readonly children: (card: C) => ReactNode;
}

/** The least width and height of a card, in CSS pixels. */
const LEAST = { width: 264, height: 260 };

/** Musicians as cards; on a fresh visit those out of view are added a few at a time whenever the browser rests. */
export function CardList<C extends Pick<Card, 'id'>>({ cards, list, children }: CardListProps<C>) {
  const count = useShownCount(cards.length, { inView: inView(), atOnce: Infinity, step: 4 });
  return (
    <ul className={classes.cards} ref={list}>
      {cards.slice(0, count).map((card) => (
        <li key={card.id}>{children(card)}</li>
      ))}
    </ul>
  );
}

/** The most cards that the window can show. */
const inView = (): number =>
  Math.ceil(innerHeight / LEAST.height) * Math.max(1, Math.floor(innerWidth / LEAST.width));
