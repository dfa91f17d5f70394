import type { Call, Calls } from './calls.ts';
import { compareSchemas, type Difference } from './compare-schemas.ts';

const ROLES = ['client', 'partner', 'operator', 'managed'];

/** Breaking differences of all calls, each path beginning with its call's method and path. */
export function compareCalls(before: Calls, after: Calls): readonly Difference[] {
  return Object.entries(before).flatMap(([name, was]) => {
    const is = after[name];
    if (is === undefined) return [{ path: name, what: 'removed' }];
    return compareCall(was, is).map(({ path, what }) => ({ path: `${name} ${path}`.trimEnd(), what }));
  });
}

function compareCall(before: Call, after: Call): Difference[] {
  const found: Difference[] = [];
  const allowed = whoMay(after.who);
  for (const one of whoMay(before.who))
    if (!allowed.includes(one)) found.push({ path: 'who', what: `${one} may not call it any more` });
  if (before.idempotent === true && after.idempotent !== true)
    found.push({ path: 'Idempotency-Key', what: 'is not read any more' });
  if (before.form !== after.form && (before.body ?? after.body) !== undefined)
    found.push({ path: 'body', what: `is ${after.form ?? 'JSON'} now, was ${before.form ?? 'JSON'}` });
  for (const part of ['params', 'query', 'body'] as const)
    found.push(
      ...under(part, compareSchemas(before[part] ?? NO_FIELDS, after[part] ?? NO_FIELDS, 'request')),
    );
  return [...found, ...compareAnswers(before, after), ...compareRefusals(before, after)];
}

const NO_FIELDS = { type: 'object' };
const under = (part: string, list: readonly Difference[]): Difference[] =>
  list.map(({ path, what }) => ({ path: `${part} ${path}`.trimEnd(), what }));

function whoMay(who: readonly string[]): readonly string[] {
  if (who.includes('anyone')) return ['who is not signed in', ...ROLES];
  return who.includes('signed_in') ? ROLES : who;
}

function compareAnswers(before: Call, after: Call): Difference[] {
  return Object.entries(before.answers).flatMap(([status, was]) => {
    const is = after.answers[status];
    if (is === undefined) return [{ path: status, what: 'removed' }];
    if (typeof was === 'object' && typeof is === 'object')
      return under(status, compareSchemas(was, is, 'response'));
    if (was === is) return [];
    const [now, then] = [is, was].map((one) => (typeof one === 'object' ? 'JSON' : one));
    return [{ path: status, what: `is ${now} now, was ${then}` }];
  });
}

/** An old tab decides by code and status. */
function compareRefusals(before: Call, after: Call): Difference[] {
  return Object.entries(before.refusals).flatMap(([status, codes]) =>
    codes
      .filter((code) => after.refusals[status]?.includes(code) !== true)
      .map((code) => {
        const [other] = Object.entries(after.refusals).find(([, list]) => list.includes(code)) ?? [];
        const what = other === undefined ? 'removed' : `has the status ${other} now`;
        return { path: `${status} ${code}`, what };
      }),
  );
}
