import { TEST_CARDS, type Behavior } from '../engine/cards.ts';
import { html, Markup } from '../../lib/pages/html.ts';

const OFFERED: readonly (readonly [Behavior, string])[] = [
  ['succeeds', 'Success'],
  ['generic_decline', 'Declined'],
  ['insufficient_funds', 'Insufficient funds'],
  ['expired_card', 'Expired'],
  ['authenticates_once', '3-D Secure pass'],
  ['authentication_fails', '3-D Secure fail'],
  ['declined_off_session', 'Fails at the first renewal'],
];

export interface TypedCard {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

/** The test card of a behavior, as somebody would type it. */
export function typedCard(behavior: string | null, year: number): TypedCard | null {
  const card = TEST_CARDS.find((one) => one.behavior === behavior);
  if (card === undefined) return null;
  const number = card.number.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return { number, expiry: `12 / ${(year + 3) % 100}`, cvc: card.brand === 'amex' ? '1234' : '123' };
}

/** The row of cards to click. Links, so that it works without a script: the page comes back filled in. */
export function testCards(path: string, chosen: string | null, year: number): Markup {
  return html`<section class="test-cards" aria-labelledby="test-cards">
    <h2 id="test-cards">Test cards</h2>
    <ul>
      ${OFFERED.map(([behavior, label]) => {
        const card = typedCard(behavior, year);
        return html`<li>
          <a href="${path}?card=${behavior}#card" data-number="${card?.number}" data-expiry="${card?.expiry}" data-cvc="${card?.cvc}"${
            behavior === chosen ? new Markup(' aria-current="true"') : null
          }>${label}</a>
        </li>`;
      })}
    </ul>
  </section>`;
}
