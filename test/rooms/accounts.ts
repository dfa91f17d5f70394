import { issueToken, type LinkPurpose } from '#server/accounts/steps.ts';
import type { Answer, TestApp } from '../api/app.ts';
import { inTx } from './referrals.ts';

/** Another front, as a browser calls it. */
export const PARTNERS = { host: 'localhost:4001', origin: 'http://localhost:4001' };

/** The first cookie that a response sets, as the browser sends it back. */
export function cookieIn({ headers }: Pick<Answer<never>, 'headers'>): string {
  const cookie = [headers['set-cookie']].flat().find((text) => !String(text).includes('=; '));
  return String(cookie).split(';')[0] ?? '';
}

/** The cookie of a known browser, as the browser sends it back. */
export function browserIn(headers: Answer<never>['headers']): string {
  const cookies = [headers['set-cookie']].flat().map(String);
  return cookies.find((cookie) => cookie.includes('_browser='))?.split(';')[0] ?? '';
}

/** The secret of a mailed link for somebody. */
export async function linkFor(api: TestApp, personId: string, purpose: LinkPurpose): Promise<string> {
  const made = await inTx(api, (tx) => issueToken(tx, { personId, purpose, now: api.clock.now() }));
  if (!made.ok) throw new Error('no link');
  return made.value;
}

/** Number of waiting jobs of an event. */
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
