import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { checkMembers, checkSessions } from '#shared/operator/import/contract-import.ts';

type Found = ResponseOf<typeof checkMembers>['found'];
type FoundSessions = ResponseOf<typeof checkSessions>['found'];

const count = (n: number, what: string): string =>
  `${n.toLocaleString('en-US')} ${what}${n === 1 ? '' : 's'}`;

/** Such as "1 member". */
export const memberCount = (n: number): string => count(n, 'member');

/** Such as "1 musician". */
export const musicianCount = (n: number): string => count(n, 'musician');

/** What a file of members has, in a sentence or two. */
export function foundText({ members, credits, ended }: Found): string {
  const what = `${memberCount(members)} with ${count(credits, 'credit')}.`;
  if (ended === 0) return what;
  return `${what} The paid-through day of ${ended} is over: they come as cancelled.`;
}

/** Such as "1 session". */
export const sessionCount = (n: number): string => count(n, 'session');

/** What a file of sessions has, in a sentence. */
export function foundSessionsText({ sessions, to_come, credits }: FoundSessions): string {
  const past = sessions - to_come;
  const [before, coming] = [past, to_come].map((n) => n.toLocaleString('en-US'));
  const when =
    past === 0
      ? ' to come'
      : to_come === 0
        ? ' in the past'
        : `, ${before} in the past and ${coming} to come`;
  return `${sessionCount(sessions)}${when}, for ${count(credits, 'credit')} in all.`;
}

/** Files that can be imported, for people to begin with. */
export const MEMBERS_EXAMPLE = [
  'name,email,zone,paid_through,credits',
  'Ada Lovelace,ada@example.com,Europe/London,2027-01-31,7',
  '',
].join('\n');
export const MUSICIANS_EXAMPLE = [
  'name,email,zone,slug,title,services,instruments',
  'Rafa Lima,rafa@example.com,Europe/Lisbon,rafa-lima,Drummer,recording;consultation,drums',
  '',
].join('\n');
export const SESSIONS_EXAMPLE = [
  'client,musician,service,start,minutes,credits,title',
  'ada@example.com,rafa-lima,recording,2027-01-31T15:00+01:00,60,4,Blue in Green',
  '',
].join('\n');
