import { expect, test } from 'vitest';
import type { Call } from './calls.ts';
import { compareCalls } from './compare-calls.ts';

const CALL: Call = {
  who: ['client'],
  idempotent: true,
  params: { type: 'object', fields: { id: { type: 'string' } } },
  body: { type: 'object', fields: { name: { type: 'string' } } },
  answers: { 200: { type: 'object', fields: { name: { type: 'string' } } }, 304: 'nothing' },
  refusals: { 400: ['malformed'], 409: ['taken'] },
};
const { idempotent: _, ...notIdempotent } = CALL;
const { body: __, ...withoutBody } = CALL;

test.for<readonly [string, Call, string]>([
  ['nothing', CALL, ''],
  ['another role may call it', { ...CALL, who: ['client', 'partner'] }, ''],
  ['anyone may call it', { ...CALL, who: ['anyone'] }, ''],
  ['another role only', { ...CALL, who: ['partner'] }, 'who client may not call it any more'],
  ['keys are not read', notIdempotent, 'Idempotency-Key is not read any more'],
  [
    'a field of the query is required',
    { ...CALL, query: { type: 'object', fields: { q: {} } } },
    'query q is required now',
  ],
  ['no body is read', withoutBody, 'body name is not read any more'],
  [
    'the body is a form',
    { ...CALL, form: 'multipart/form-data' },
    'body is multipart/form-data now, was JSON',
  ],
  ['another status', { ...CALL, answers: { 201: CALL.answers[200] ?? '', 304: 'nothing' } }, '200 removed'],
  [
    'a stream',
    { ...CALL, answers: { 200: 'application/zip', 304: 'nothing' } },
    '200 is application/zip now, was JSON',
  ],
  [
    'an answer without a field',
    { ...CALL, answers: { 200: { type: 'object' }, 304: 'nothing' } },
    '200 name removed',
  ],
  ['one more refusal', { ...CALL, refusals: { ...CALL.refusals, 422: ['late'] } }, ''],
  ['a refusal goes', { ...CALL, refusals: { 400: ['malformed'] } }, '409 taken removed'],
  [
    'a refusal has another status',
    { ...CALL, refusals: { 400: ['malformed'], 422: ['taken'] } },
    '409 taken has the status 422 now',
  ],
])('%s', ([, after, expected]) => {
  const found = compareCalls({ 'PUT /a': CALL }, { 'PUT /a': after });
  expect(found.map(({ path, what }) => `${path} ${what}`).join('; ')).toBe(expected && `PUT /a ${expected}`);
});

test('a call that is gone, or has another method or path, is removed; a new one breaks nothing', () => {
  expect(compareCalls({ 'PUT /a': CALL }, { 'POST /a': CALL, 'PUT /b': CALL })).toEqual([
    { path: 'PUT /a', what: 'removed' },
  ]);
});

test('who had to sign in may call what anyone may; not the other way', () => {
  const [anyone, signedIn] = [
    { ...CALL, who: ['anyone'] },
    { ...CALL, who: ['signed_in'] },
  ];
  expect(compareCalls({ 'GET /a': signedIn }, { 'GET /a': anyone })).toEqual([]);
  expect(compareCalls({ 'GET /a': anyone }, { 'GET /a': signedIn })).toEqual([
    { path: 'GET /a who', what: 'who is not signed in may not call it any more' },
  ]);
});
