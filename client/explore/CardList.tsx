import { startTransition, useEffect, useState, type ReactNode, type Ref } from 'react';
import type { Card } from '#shared/explore/contract.ts';
import { untilIdle } from '../ui/layout/when-idle.ts';
import classes from './ExplorePage.module.css';

interface CardListProps<C> {
  readonly cards: readonly C[];
  readonly list: Ref<HTMLUListElement>;
  readonly children: (card: C) => ReactNode;
}

/** The least width and height of a card, in CSS pixels. */
const LEAST = { width: 264, height: 260 };
/** Whether the document was opened by a link, so that nobody is led back to where they had scrolled. */
let isFreshVisit =
  typeof performance !== 'undefined' &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'navigate');

/** How many cards are added in one task, so that none holds the page. */
const STEP = 4;

/** Musicians as cards; on a fresh visit those out of view are added a few at a time whenever the browser rests. */
export function CardList<C extends Pick<Card, 'id'>>({ cards, list, children }: CardListProps<C>) {
  const [count, setCount] = useState(isFreshVisit ? inView() : Infinity);
  const isWhole = count >= cards.length;
  useEffect(() => {
    isFreshVisit = false;
    if (isWhole) return undefined;
    let isOver = false;
    const addSome = async () => {
      await untilIdle();
      if (!isOver) startTransition(() => setCount(count + STEP));
    };
    void addSome();
    return () => {
      isOver = true;
    };
  }, [isWhole, count]);
  const drawn = isWhole ? cards : cards.slice(0, count);
  return (
    <ul className={classes.cards} ref={list}>
      {drawn.map((card) => (
        <li key={card.id}>{children(card)}</li>
      ))}
    </ul>
  );
}

/** The most cards that the window can show. */
const inView = (): number =>
  Math.ceil(innerHeight / LEAST.height) * Math.max(1, Math.floor(innerWidth / LEAST.width));
