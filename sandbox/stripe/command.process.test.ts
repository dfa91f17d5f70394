import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { freePort } from '#server/lib/free-port.ts';
import { loadSecrets } from '#server/lib/secrets.ts';
import { childEnv } from '#test/api/child.ts';
import { typeHere } from '#test/rooms/commands.ts';
import { test as base } from '#test/api/test.ts';
import { START } from '#test/sandbox/sandbox.ts';
import { sdk } from '#test/sandbox/sdk.ts';
import { startSandbox } from '../main.ts';

const test = base
  .extend('dir', { scope: 'file' }, ({}, { onCleanup }) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-sandbox-'));
    onCleanup(() => fs.rmSync(dir, { recursive: true, force: true }));
    return dir;
  })
  .extend('port', { scope: 'file' }, () => freePort(4))
  /** The sandbox of the installation that the commands are typed in. */
  .extend('running', { scope: 'file' }, async ({ dir, port, database }, { onCleanup }) => {
    const { sandboxKey: key, sandboxPublishableKey: publishableKey } = loadSecrets(dir);
    const sandbox = await startSandbox({
      database: database.url,
      host: '127.0.0.1',
      port: port + 3,
      key,
      publishableKey,
      now: () => START * 1000,
      every: 0,
    });
    onCleanup(() => sandbox.close());
    return { sandbox, stripe: sdk(sandbox.url, key), key };
  })
  .extend(
    'typeWith',
    { scope: 'file' },
    ({ dir, port }) =>
      (env: Record<string, string>, ...words: readonly string[]) =>
        typeHere({ DATA_DIR: dir, PORT: String(port), ...env }, ['sandbox', ...words]),
  )
  .extend(
    'type',
    { scope: 'file' },
    ({ typeWith }) =>
      (...words: readonly string[]) =>
        typeWith({}, ...words),
  )
  /** The same in a process of its own. */
  .extend('typeOutside', { scope: 'file' }, ({ dir, port }) => async (...words: readonly string[]) => {
    const child = spawn(process.execPath, ['scripts/studio.ts', 'sandbox', ...words], {
      env: childEnv({ DATA_DIR: dir, PORT: String(port) }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await ended;
    return { code: child.exitCode, out, err };
  });

test('info is one line of JSON, by which any SDK finds the sandbox; nothing else is opened', async ({
  typeOutside,
  dir,
  port,
  running,
}) => {
  const { code, out } = await typeOutside('info');
  const { stripe, paypal } = JSON.parse(out) as Record<'stripe' | 'paypal', Record<string, string>>;
  expect(paypal).toEqual({
    url: `http://127.0.0.1:${port + 3}/paypal`,
    client_id: expect.any(String),
    client_secret: loadSecrets(dir).sandboxPaypalSecret,
    webhook_id: expect.stringMatching(/^[A-Za-z0-9]+$/),
  });
  expect([code, out.split('\n').length, stripe]).toEqual([
    0,
    2,
    {
      url: `http://127.0.0.1:${port + 3}`,
      key: running.key,
      webhook_secret: loadSecrets(dir).sandboxWebhookSecret,
    },
  ]);
  await expect(sdk(stripe['url'] ?? '', stripe['key']).customers.list()).resolves.toMatchObject({ data: [] });
  expect(fs.readdirSync(dir)).toEqual(['secrets.json']);
});

test("clock moves one customer's time in steps, waits for the webhooks, and says where it is", async ({
  type,
  running: { stripe, sandbox },
}) => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const { id } = await stripe.customers.create({
    email: 'anna@example.test',
    test_clock: clock.id,
    payment_method: 'pm_card_visa',
  });
  expect(await type('clock', 'anna@example.test', 'next')).toMatchObject({
    code: 1,
    err: 'Nothing is planned for this customer.\n',
  });
  const [method] = (await stripe.customers.listPaymentMethods(id)).data;
  const product = await stripe.products.create({ name: 'Studio' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 8900,
    recurring: { interval: 'month' },
  });
  await stripe.subscriptions.create({
    customer: id,
    items: [{ price: price.id }],
    default_payment_method: method?.id ?? '',
  });
  expect(await type('clock', id, '5mo')).toEqual({
    code: 0,
    out: 'For anna@example.test it is 2026-06-30 10:00 UTC now. 0 webhooks taken in.\n',
    err: '',
  });
  const invoices = await stripe.invoices.list({ customer: id, status: 'paid' });
  expect(invoices.data).toHaveLength(5);

  const { url } = await stripe.webhookEndpoints.create({
    url: `${sandbox.url}/nothing`,
    enabled_events: ['invoice.paid'],
  });
  expect(url).toContain('/nothing');
  const refused = await type('clock', id, '1d');
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('1 webhook not taken in: the studio refused every try.'),
  });
});

test('events lists them; one can be sent again, held and let go', async ({ type, running: { stripe } }) => {
  const { email, id } = await stripe.customers.create({ email: 'bea@example.test' });
  const [event] = (await stripe.events.list({ type: 'customer.created', limit: 1 })).data;
  const line = await type('events', email ?? '');
  expect(line.out).toMatch(new RegExp(`^\\S+ \\S+ UTC +${event?.id} +customer.created +${email}`));
  expect((await type('events')).out.split('\n').length).toBeGreaterThan(10);
  expect((await type('send', event?.id ?? '')).err).toMatch(/no event evt_\w+ that an endpoint wants/);
  expect((await type('hold', event?.id ?? '')).err).toMatch(/does not wait for its delivery/);
  expect((await type('hold', 'all')).out).toBe('New events are held back.\n');
  expect((await type('events')).out).toContain('Let them go with: sandbox release all');
  expect((await type('release', 'all')).code).toBe(0);
  expect((await type('clock', id, '1d')).err).toMatch(/has no test clock/);
});

test.for([
  [['clock', 'anna@example.test', 'soon'], 2, /How far\?/],
  [['clock', 'anna@example.test'], 2, /Usage:/],
  [['clock', 'nobody@example.test', '1d'], 1, /no customer nobody@example.test/],
  [['events', 'a', 'b'], 2, /Usage:/],
] as const)('%j is refused', async ([words, code, message], { type, running }) => {
  expect(running.sandbox.url).toContain('http');
  expect(await type(...words)).toMatchObject({ code, err: expect.stringMatching(message) });
});

test('without a running sandbox, or without a demo, it says so', async ({ typeWith }) => {
  const other = { PORT: String(await freePort(4)) };
  expect((await typeWith(other, 'events')).err).toMatch(/No sandbox answers at .* Is Talkback running\?/);
  expect((await typeWith({ DEMO: 'off' }, 'info')).err).toMatch(
    /only a demo without a provider's keys has one/,
  );
  expect((await typeWith({}, '--help')).out).toContain('sandbox clock <customer or person id or e-mail>');
});
