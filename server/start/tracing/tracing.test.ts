import { describe, expect } from 'vitest';
import { login, signUp } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { events } from '#shared/notifications/contract.ts';
import { test } from '#test/rooms/traces.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

test('a booking is one trace: request, transaction, statements and, later, its jobs', async ({
  app,
  makeHold,
  bookingApi,
  spansOf,
  logged,
}) => {
  const { client, id } = await makeHold();
  await app.queues.drain();
  logged.lines.length = 0;
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  expect((await bookingApi.confirm(client, id, {}, headers)).status).toBe(201);
  // Mails about changes of a session are due after 10 minutes.
  app.clock.add({ minutes: 11 });
  const spans = await spansOf(TRACE);

  const request = spans.find(({ parentSpanId }) => parentSpanId === CALLER);
  expect(request).toMatchObject({
    name: 'POST /api/v2/sessions',
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v2/sessions',
      'http.response.status_code': 201,
      'url.scheme': 'http',
    },
    status: 0,
  });
  const transaction = spans.find(
    ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === request?.spanId,
  );
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['UPDATE sessions', 'INSERT credit_entries', 'COMMIT']),
  );
  const statement = statements.find(({ name }) => name === 'UPDATE sessions');
  expect(statement).toMatchObject({
    kind: 3,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'UPDATE' },
  });
  expect(statement?.attributes['db.query.text']).toMatch(/^update "sessions" set .*\$1/);

  const jobs = spans.filter(({ kind }) => kind === 5);
  expect(jobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^process sessions\.happened\//)]),
  );
  const known = new Set(spans.map(({ spanId }) => spanId));
  const orphans = spans.filter(({ parentSpanId }) => !known.has(parentSpanId ?? ''));
  expect(orphans).toEqual([request]);

  const lines = logged.lines.filter((line) => line['trace_id'] === TRACE);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', path: '/api/v2/sessions', request: expect.any(String) }),
  );
});

test('a mail belongs to the trace of what caused it, and its log lines name it', async ({
  app,
  spansOf,
  logged,
}) => {
  const headers = { traceparent: `00-${'a'.repeat(32)}-${CALLER}-01` };
  const user = { name: 'Ada Lovelace', email: 'ada@traces.test', timezone: 'UTC', password: 'twelve tones' };
  expect((await app.call(signUp, { body: { user }, headers })).status).toBe(200);
  const spans = await spansOf('a'.repeat(32));
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /api/v2/users', 'process notifications.send-mail', 'store mail']),
  );
  expect(logged.lines).toContainEqual(
    expect.objectContaining({ msg: 'mail sent', trace_id: 'a'.repeat(32), request: expect.any(String) }),
  );
});

test('a call without a traceparent begins a trace of its own; a wrong one does not count', async ({
  app,
  spansOf,
}) => {
  await app.call(getMe, { headers: { traceparent: '00-not-a-trace' } }, null);
  const spans = await spansOf();
  const roots = spans.filter(
    ({ name, parentSpanId }) => name === 'GET /api/users/me' && parentSpanId === null,
  );
  expect(roots.length).toBeGreaterThan(0);
  expect(roots[0]?.attributes['http.response.status_code']).toBe(401);
});

test('what is no call of the API has no span', async ({ app, spansOf }) => {
  for (const url of ['/healthz', '/storage/talkback/sessions/x', '/explore']) await app.http.inject({ url });
  const names = (await spansOf()).map(({ name }) => name);
  expect(names.filter((name) => /healthz|storage\/|explore/.test(name))).toEqual([]);
});

test('a stream of live updates is a span until it has begun', async ({ app, studio, spansOf }) => {
  const client = await studio.makeClient();
  const headers = { traceparent: `00-${'c'.repeat(32)}-${CALLER}-01` };
  await app.call(events, { headers }, client);
  const span = (await spansOf('c'.repeat(32))).find(({ kind }) => kind === 2);
  expect(span?.attributes['http.response.status_code']).toBe(200);
});

describe('nothing of people is in a trace', () => {
  test('of a booking, a login and a mail', async ({ app, makeHold, bookingApi, spansOf, collector }) => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const user = {
      name: 'Grace Hopper',
      email: 'grace@traces.test',
      timezone: 'Europe/Lisbon',
      password: 'twelve tones',
    };
    const signedUp = await app.call(signUp, { body: { user }, headers });
    const { email, password } = user;
    expect((await app.call(login, { body: { user: { email, password } }, headers })).status).toBe(200);
    const { client, slot, id } = await makeHold({ name: 'Mary Somerville' });
    const info = { session_info: { title: 'The unreleased song' } };
    expect((await bookingApi.confirm(client, id, info, headers)).status).toBe(201);
    app.clock.add({ minutes: 11 });
    expect((await spansOf()).length).toBeGreaterThan(50);

    const sent = collector.text();
    const named = [user.name, email, password, '203.0.113.77', 'Europe/Lisbon', 'Somerville', 'unreleased'];
    const theirs = [client.email, client.id, client.cookie, slot.id, signedUp.body.user.id];
    for (const own of [...named, ...theirs]) expect(sent).not.toContain(own);
    expect(sent).not.toMatch(/[\w.]+@[\w.]+\.test/);
    const keys = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].toSorted()).toEqual([
      'db.operation.name',
      'db.query.summary',
      'db.query.text',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'messaging.destination.name',
      'messaging.operation.type',
      'messaging.system',
      'talkback.request.id',
      'url.scheme',
    ]);
  });
});

test('while the collector does not answer calls do, and spans wait in a bounded queue', async ({
  app,
  tracing,
  collector,
}) => {
  await tracing.flush();
  const before = collector.batches.length;
  collector.state.status = 0;
  await app.call(getMe, {}, null);
  void tracing.flush();
  await expect.poll(() => collector.batches.length).toBe(before + 1);
  for (let nr = 0; nr < 100; nr += 1) expect((await app.call(getMe, {}, null)).status).toBe(401);
  expect(collector.batches).toHaveLength(before + 1);
});
