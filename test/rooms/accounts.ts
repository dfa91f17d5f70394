import { mintToken, type LinkPurpose } from '../accounts/steps.ts';
import type { Answer, TestApp } from './app.ts';
import { inTx } from './referrals.ts';

/** Another front, as a browser calls it. */
export const PARTNERS = { host: 'localhost:4001', origin: 'http://localhost:4001' };

/** The cookie that an answer sets, as the browser sends it back; the first of several. */
export function cookieIn({ headers }: Pick<Answer<never>, 'headers'>): string {
  const cookie = [headers['set-cookie']].flat()[0];
  return String(cookie).split(';')[0] ?? '';
}

/** The secret of a mailed link for somebody. */
export async function linkFor(api: TestApp, personId: string, purpose: LinkPurpose): Promise<string> {
  const made = await inTx(api, (tx) => mintToken(tx, { personId, purpose, now: api.clock.now() }));
  if (!made.ok) throw new Error('no link');
  return made.value;
}

/** How many events of a kind wait to be handled, by all who handle it. */
export async function waiting({ db }: TestApp, event: string): Promise<number> {
  const rows = await db
    .withSchema('jobs')
    .selectFrom('job' as never)
    .select('name' as never)
    .where('name' as never, 'like', `${event}/%` as never)
    .where('state' as never, '=', 'created' as never)
    .execute();
  return rows.length;
}
