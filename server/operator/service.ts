import type { Ctx } from '../lib/ctx.ts';
import * as queries from './queries.ts';

export { admit } from './admit.ts';
export { invitePerson } from './invite-person.ts';

/** Somebody who waits for a place. */
export interface Waiting {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly created_at: Temporal.Instant;
}

/** Who waits for a place in the studio, the longest first. */
export function listWaiting(ctx: Pick<Ctx, 'db'>): Promise<readonly Waiting[]> {
  return queries.waitingPeople(ctx.db);
}

/** Whether a mail of a kind to an address was sent. */
export function isMailSent(
  ctx: Pick<Ctx, 'db'>,
  { to, template }: { readonly to: string; readonly template: string },
): Promise<boolean> {
  return queries.isMailSent(ctx.db, to, template);
}
