import { ok, route, type Route } from '../http/route.ts';
import { time } from '../store/values.ts';

/** What PayPal does not have: a person's time here, as a test clock of Stripe tells it. */
export const CLOCKS: readonly Route[] = [
  route('GET', '/v1/sandbox/clocks/:person', async ({ work, ids: [person = ''] }) =>
    ok({ person, now: time(await work.timeOf(person)) }),
  ),
];
