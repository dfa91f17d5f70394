import type { FastifyInstance } from 'fastify';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type * as contract from '../../shared/notifications/contract.ts';
import { unsubscribe as endpoint } from '../../shared/notifications/contract.ts';
import { readSwitchable } from '../../shared/notifications/rules.ts';
import type { Ctx } from '../lib/ctx.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { refusalToken } from './mails/invitation.ts';
import { linkTo } from './mails/reader.ts';
import * as queries from './queries-unsubscribe.ts';

/** Mail programs call for many readers from one address. */
const CALLS_OF_ADDRESS = 600;

type Answer = Promise<Result<AnswerOf<typeof endpoint>, ProblemOf<typeof endpoint>>>;

/**
 * Switches one group of mails off for whoever the token stands for; for 'invitations' their address is never written to
 * again (decisions 10). Twice is once. Group and token that do not belong together are not found.
 */
export async function unsubscribe(
  ctx: Ctx,
  { query }: InputOf<typeof contract.unsubscribe>,
  address: string,
): Answer {
  const { db, now } = ctx;
  await limit(db, now, `unsubscribe:address:${addressKey(address)}`, CALLS_OF_ADDRESS, 60);
  const group = readSwitchable(query.group);
  if (group === null) return fail('not_found');
  if (group !== 'invitations') {
    const known = await queries.switchOff(db, query.token, group, now);
    return known ? ok({ ok: true }) : fail('not_found');
  }
  const invitation = await queries.invitationById(db, query.token.split('.')[0] ?? '');
  if (invitation === undefined || refusalToken(invitation) !== query.token) return fail('not_found');
  await queries.declineAddress(db, invitation.email, now);
  return ok({ ok: true });
}

/** Leads whoever opens the link to the page with the button: looking at a link changes nothing. */
export function openUnsubscribe(
  ctx: Ctx,
  { query }: InputOf<typeof contract.openUnsubscribe>,
): Promise<Result<AnswerOf<typeof contract.openUnsubscribe>, never>> {
  const location = linkTo(ctx.settings, ctx.front, '/unsubscribe', query);
  return Promise.resolve(ok({ status: 302, headers: { location }, body: '' }));
}

/** Longer than what RFC 8058 has mail programs post. */
const LONGEST_FORM = 1024;

/** A form as mail programs post it: RFC 8058 asks for the first kind and allows the second. */
const FORMS = /^(multipart\/form-data|application\/x-www-form-urlencoded)(?=$|[\s;])/i;

const refusal = (statusCode: 413 | 415) => Object.assign(new Error('no such form'), { statusCode });

/**
 * Lets a form through on this one call, as RFC 8058 has it; its words say nothing. Every other form stays 415, whatever
 * its length, and is not read.
 */
export function unsubscribeForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORMS, (request, payload, done) => {
    if (request.routeOptions.url !== endpoint.path) return done(refusal(415));
    if (Number(request.headers['content-length'] ?? 0) > LONGEST_FORM) return done(refusal(413));
    let length = 0;
    const count = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= LONGEST_FORM) return;
      payload.off('data', count).off('end', finish).resume();
      done(refusal(413));
    };
    const finish = (): void => done(null, {});
    payload.on('data', count).once('end', finish).once('error', done);
  });
}
