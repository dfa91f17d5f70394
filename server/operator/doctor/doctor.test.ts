import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { startCollector } from '#test/api/collector.ts';
import { test as base } from '#test/api/test.ts';
import { typeHere } from '#test/rooms/commands.ts';
import { startTestStore } from '#test/rooms/disk-store.ts';
import { mailServer } from '#test/rooms/mails.ts';
import type { Payments } from '../../ctx/payments.ts';
import { NO_PAYMENTS } from '../../ctx/payments.ts';
import { freePort } from '../../lib/free-port.ts';
import { systemClock } from '../../lib/clock.ts';
import { splitUrl } from '../../storage/disk/sigv4.ts';
import { readSettings } from '../../start/settings.ts';
import { checkSettings } from './check-settings.ts';

const STUDIO = 'https://studio.test';
const HOOK = `${STUDIO}/api/webhooks`;

/** A server on loopback; returns its origin. */
async function listen(listener: RequestListener, onCleanup: (end: () => void) => void): Promise<string> {
  const server = createServer(listener);
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const test = base
  .extend('dataDir', { scope: 'file' }, ({}, { onCleanup }) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'talkback-doctor-'));
    onCleanup(() => rmSync(dir, { recursive: true }));
    return dir;
  })
  /** Findings of these variables, by what they are about. */
  .extend('check', { scope: 'file' }, ({ dataDir }) => {
    return async (
      env: Record<string, string>,
      { payments = NO_PAYMENTS, ahead = 0 }: { payments?: Payments; ahead?: number } = {},
    ): Promise<Record<string, string>> => {
      const settings = readSettings({ STUDIO_URL: STUDIO, DATA_DIR: dataDir, ...env });
      const clock = { now: () => systemClock.now().add({ seconds: ahead }) };
      const findings = await checkSettings({ settings, payments, clock });
      return Object.fromEntries(findings.map(({ what, is, text }) => [what, `${is}: ${text}`]));
    };
  })
  /** An S3 with and without rules for pages of other origins. */
  .extend('s3', { scope: 'file' }, async ({}, { onCleanup }) => {
    const store = await startTestStore();
    const ends = [() => store.close()];
    onCleanup(async () => {
      for (const end of ends) await end();
    });
    const state = { cors: true, deletes: true };
    const endpoint = await listen(
      (request, response) => {
        const origin = request.headers.origin ?? '';
        if (request.method === 'OPTIONS')
          response.writeHead(200, state.cors ? { 'access-control-allow-origin': origin } : {}).end();
        else if (!state.deletes && request.url?.includes('?delete')) response.writeHead(403).end();
        else
          void store.disk.handle(request, response, splitUrl(request.url ?? '/')[0].slice('/storage'.length));
      },
      (end) => ends.unshift(async () => end()),
    );
    const env = {
      S3_ENDPOINT: `${endpoint}/storage`,
      S3_BUCKET: 'talkback',
      S3_ACCESS_KEY_ID: 'test-key',
      S3_SECRET_ACCESS_KEY: 'test-secret',
    };
    return { state, env, store };
  })
  .extend('provider', async ({}, { onCleanup }) => {
    const state = { status: 200, body: {} as object };
    const origin = await listen((request, response) => {
      const answer = request.url?.includes('oauth2') ? { access_token: 't' } : state.body;
      response.writeHead(state.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }, onCleanup);
    const { hostname, port } = new URL(origin);
    const payments: Payments = {
      stripe: {
        secretKey: 'sk_live_1',
        publishableKey: 'pk_live_1',
        webhookSecret: 'whsec_1',
        api: { protocol: 'http', host: hostname, port: Number(port) },
        sandbox: false,
        livemode: true,
      },
      paypal: { clientId: 'c', clientSecret: 's', webhookId: 'WH1', api: origin, mode: 'live' },
      pagesOrigin: null,
    };
    return { state, payments };
  });

test('without settings each is named, none is wrong', async ({ check, dataDir }) => {
  expect(await check({})).toEqual({
    Proxy: 'note: TRUST_PROXY is not set: all people behind a proxy count as one caller.',
    'Data folder': expect.stringMatching(
      new RegExp(`^right: ${dataDir} can be written and has [\\d.]+ GiB free\\.$`),
    ),
    Database: 'note: DATABASE_URL is not set: Talkback runs its own in DATA_DIR.',
    Files: 'note: S3_BUCKET is not set: files are kept in DATA_DIR.',
    Backups: 'note: BACKUP_TO is not set: no backup is made by itself.',
    Mail: 'note: SMTP_URL is not set: mail is kept in DATA_DIR/outbox and reaches nobody.',
    Stripe: 'note: No keys are set: nobody can pay by card.',
    PayPal: 'note: No client is set: nobody can pay through PayPal.',
    Traces: 'note: No OTEL_EXPORTER_OTLP_ENDPOINT is used: there are no traces.',
  });
});

test('what the names of the fronts ask of other settings is said', async ({ check, s3 }) => {
  const named = await check({ TRUST_PROXY: '127.0.0.1' });
  expect(named).not.toHaveProperty('Proxy');
  expect(await check({ STUDIO_URL: 'http://studio.test' })).not.toHaveProperty('Proxy');
  const links = async (env: Record<string, string>) => (await check({ ...s3.env, ...env }))['Links to files'];
  expect(await links({})).toBe(
    `note: Browsers are sent to ${s3.env.S3_ENDPOINT}, which only those on this machine reach.`,
  );
  expect(await links({ S3_PUBLIC_ENDPOINT: 'http://s3.test' })).toBe(
    'wrong: Pages over https may not send files to http://s3.test: S3_PUBLIC_ENDPOINT takes an address with https.',
  );
  expect(await links({ S3_PUBLIC_ENDPOINT: 'https://s3.test' })).toBeUndefined();
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1' };
  expect(await check(mail)).toMatchObject({
    MAIL_FROM:
      'note: MAIL_FROM is not set: mail comes from Talkback <studio@talkback.test>, which is nobody.',
    SUPPORT_EMAIL:
      'note: SUPPORT_EMAIL is not set: requests for help go to support@talkback.test, which is nobody.',
  });
  const set = await check({ ...mail, MAIL_FROM: 'a@b.test', SUPPORT_EMAIL: 'c@b.test' });
  expect([set['MAIL_FROM'], set['SUPPORT_EMAIL']]).toEqual([undefined, undefined]);
});

test.for(['http/json', 'http/protobuf'])(
  'the collector of traces takes an empty batch, %s',
  async (protocol, { check }) => {
    const { state, batches, url, close } = await startCollector();
    try {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: protocol };
      const traces = async (more = {}) => (await check({ ...env, ...more }))['Traces'];
      const { host } = new URL(url);
      expect(await traces({ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=1' })).toBe(
        `right: The collector at ${host} takes them.`,
      );
      const type = protocol
        .replace('http/protobuf', 'application/x-protobuf')
        .replace('http/', 'application/');
      expect(batches[0]).toMatchObject({
        path: '/v1/traces',
        headers: { 'content-type': type, 'x-key': '1' },
      });
      state.status = 401;
      expect(await traces()).toBe(
        `wrong: The collector at ${host} answers 401: see OTEL_EXPORTER_OTLP_HEADERS.`,
      );
      state.status = 404;
      expect(await traces()).toBe(
        `wrong: The collector at ${host} answers 404: see OTEL_EXPORTER_OTLP_ENDPOINT.`,
      );
      state.status = 0;
      const silent = await traces({ OTEL_EXPORTER_OTLP_TIMEOUT: '200' });
      expect(silent).toBe(`wrong: The collector at ${host} does not answer.`);
    } finally {
      await close();
    }
  },
);

describe('the database', () => {
  test('answers, with a clock like ours', async ({ check, app }) => {
    const found = await check({ DATABASE_URL: app.url });
    expect(found['Database']).toMatch(/^right: PostgreSQL [\d.]+.* answers\.$/);
    expect(found['Clock']).toBeUndefined();
  });

  test('whose clock is another is told of', async ({ check, app }) => {
    const found = await check({ DATABASE_URL: app.url }, { ahead: 60 });
    expect(found['Clock']).toMatch(
      /^wrong: This machine is (59|60) s ahead of the database\. Synchronize both clocks \(NTP\)\.$/,
    );
    expect((await check({ DATABASE_URL: app.url }, { ahead: -60 }))['Clock']).toMatch(/(60|61) s behind the/);
  });

  test('that cannot be reached is named, without its password', async ({ check }) => {
    const url = `postgres://u:hunter2@127.0.0.1:${await freePort(1)}/x`;
    expect((await check({ DATABASE_URL: url }))['Database']).toMatch(/^wrong: (?!.*hunter2).*ECONNREFUSED/);
  });
});

describe('files in an S3', () => {
  test('are written, read and deleted, and pages may send them', async ({ check, s3 }) => {
    expect((await check(s3.env))['Files']).toBe(
      `right: talkback is written, read and deleted in, and pages of ${STUDIO}, http://localhost:4001, http://localhost:4002 may send files.`,
    );
    expect(await Array.fromAsync(s3.store.storage.list())).toEqual([]);
  });

  test('that pages may not send', async ({ check, s3, onTestFinished }) => {
    s3.state.cors = false;
    onTestFinished(() => void (s3.state.cors = true));
    expect((await check(s3.env))['Files']).toMatch(
      /^wrong: Pages of http:\/\/localhost:4002 may not send files to http:\S+ \(CORS\): npm run storage:setup sets it\.$/,
    );
  });

  test('that the key may not delete', async ({ check, s3, onTestFinished }) => {
    s3.state.deletes = false;
    onTestFinished(() => void (s3.state.deletes = true));
    expect((await check(s3.env))['Files']).toMatch(
      /^wrong: This key may not delete in talkback: sessions\/doctor\/\S+ is left there\.$/,
    );
  });

  test('of a wrong key, of no server', async ({ check, s3 }) => {
    const wrongKey = await check({ ...s3.env, S3_SECRET_ACCESS_KEY: 'hunter2' });
    expect(wrongKey['Files']).toMatch(/^wrong: (?!.*hunter2)The bucket talkback cannot be reached: /);
    const nowhere = await check({ ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${await freePort(1)}` });
    expect(nowhere['Files']).toMatch(/^wrong: The bucket talkback cannot be reached: .*ECONNREFUSED/);
  });
});

test('the mail server answers, or why not', async ({ check, onTestFinished }) => {
  const mails = await mailServer();
  onTestFinished(() => mails.close());
  expect((await check(mails.env))['Mail']).toBe(
    'right: The server answers. Mail comes from Talkback <studio@talkback.test>.',
  );
  expect(mails.mails).toEqual([]);
  const port = await freePort(1);
  expect((await check({ SMTP_URL: `smtp://u:hunter2@127.0.0.1:${port}` }))['Mail']).toMatch(
    /^wrong: (?!.*hunter2).*ECONNREFUSED/,
  );
});

describe('payments', () => {
  test.for([
    [{ data: [{ url: `${HOOK}/stripe`, status: 'enabled' }] }, /^right: The live key is accepted/],
    [
      { data: [{ url: `${HOOK}/stripe`, status: 'disabled' }] },
      /^wrong: Its webhook endpoint .* is disabled/,
    ],
    [
      { data: [{ url: 'https://else.test/', status: 'enabled' }] },
      /^wrong: No webhook endpoint of it is https/,
    ],
  ] as const)('Stripe with the endpoints %j', async ([body, text], { check, provider }) => {
    provider.state.body = { object: 'list', has_more: false, ...body };
    expect((await check({}, { payments: { ...provider.payments, paypal: null } }))['Stripe']).toMatch(text);
  });

  test('Stripe refuses the key; keys of two modes', async ({ check, provider }) => {
    provider.state.status = 401;
    provider.state.body = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } };
    const payments = { ...provider.payments, paypal: null };
    expect((await check({}, { payments }))['Stripe']).toBe(
      'wrong: It refuses the key, or does not answer: Invalid API Key provided',
    );
    const stripe = payments.stripe && { ...payments.stripe, publishableKey: 'pk_test_1' };
    expect((await check({}, { payments: { ...payments, stripe } }))['Stripe']).toMatch(
      /^wrong: .*different modes/,
    );
  });

  test.for([
    [200, { url: `${HOOK}/paypal` }, /^right: The live client is accepted, and webhooks come to https:/],
    [200, { url: 'https://else.test/' }, /^wrong: PAYPAL_WEBHOOK_ID sends to https:\/\/else\.test\/, not to/],
    [401, { name: 'invalid_client' }, /^wrong: It refuses PAYPAL_CLIENT_ID/],
    [404, { name: 'INVALID_RESOURCE_ID' }, /^wrong: It (does not know the webhook|refuses)/],
  ] as const)('PayPal that answers %i', async ([status, body, text], { check, provider }) => {
    Object.assign(provider.state, { status, body });
    expect((await check({}, { payments: { ...provider.payments, stripe: null } }))['PayPal']).toMatch(text);
  });
});

test('the command prints a line for each, and ends with 1 if one is wrong', async ({ app, dataDir }) => {
  const env = { DATABASE_URL: app.url, DATA_DIR: dataDir };
  const right = await typeHere(env, ['doctor']);
  expect(right).toMatchObject({ code: 0, err: '' });
  expect(right.out).toMatch(
    /^ok {2}Data folder .*\nok {2}Database .*\n-- {2}Files [^]*\nEvery setting works\.\n$/,
  );
  const wrong = await typeHere({ ...env, SMTP_URL: `smtp://127.0.0.1:${await freePort(1)}` }, ['doctor']);
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err).toMatch(/\nWRONG {2}Mail .*[^]*\n1 thing is wrong\.\n$/);
});

test('the place of backups is written and read', async ({ check, dataDir, s3, onTestFinished }) => {
  const env = { BACKUP_PASSPHRASE: 'four plain words here' };
  const folder = path.join(dataDir, 'backups');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect((await check({ ...env, BACKUP_TO: folder }))['Backups']).toBe(
    `right: ${folder} can be written and has 0 backups.`,
  );
  const file = path.join(dataDir, 'a-file');
  writeFileSync(file, '');
  onTestFinished(() => rmSync(file));
  expect((await check({ ...env, BACKUP_TO: path.join(file, 'backups') }))['Backups']).toMatch(
    /^wrong: .*a-file\/backups cannot be written and read: ENOTDIR/,
  );
  const bucket = { ...env, ...s3.env, BACKUP_TO: `s3://${s3.env.S3_BUCKET}/backups` };
  expect((await check(bucket))['Backups']).toBe(
    `right: s3://${s3.env.S3_BUCKET}/backups can be written and has 0 backups.`,
  );
  const wrong = await check({ ...bucket, S3_SECRET_ACCESS_KEY: 'another one' });
  expect(wrong['Backups']).toMatch(/^wrong: s3:.* cannot be written and read: /);
});
