import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';
import { VARIABLES } from './variables.ts';

describe('settings', () => {
  test('with nothing set: port 4000, this machine only, ./var, the demo on, three local origins', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: null,
      demo: true,
      s3: null,
      trustProxy: false,
    });
    expect(settings.dataDir.endsWith('/var') || settings.dataDir.endsWith('\\var')).toBe(true);
    expect(settings.origins.partners).toEqual({
      canonical: 'http://localhost:4001',
      all: ['http://localhost:4001', 'http://127.0.0.1:4001', 'http://[::1]:4001'],
    });
    expect(settings.origins.operator.canonical).toBe('http://localhost:4002');
  });

  test.each([
    ['PORT', '65533', 'PORT takes a whole number from 1 to 65532.'],
    ['PORT', '4000x', 'PORT takes a whole number from 1 to 65532.'],
    ['HOST', 'my host', 'HOST takes an IP address or host name of this machine.'],
    [
      'DATABASE_URL',
      'mysql://x/y',
      'DATABASE_URL takes a connection string that begins with postgres:// or postgresql://.',
    ],
    ['DEMO', 'maybe', 'DEMO takes on or off.'],
    [
      'STUDIO_URL',
      'https://a.test/b',
      'STUDIO_URL takes an origin such as https://studio.example.com, without a path.',
    ],
    [
      'TRUST_PROXY',
      'true',
      'TRUST_PROXY takes addresses or CIDRs with commas between, such as 10.0.0.0/8,::1.',
    ],
    ['HELP_URL', 'javascript:1', /^HELP_URL takes a web address that begins with http:\/\/ or https:\/\//],
    ['SUPPORT_EMAIL', 'nobody', 'SUPPORT_EMAIL takes an e-mail address.'],
    ['MAIL_FROM', 'a@b\nBcc: x@y', /^MAIL_FROM takes an e-mail address/],
  ])('a wrong %s (%s) names the variable and what it takes', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(message);
  });

  test('half a configuration names the half that is missing', () => {
    expect(() => readSettings({ S3_ENDPOINT: 'http://localhost:9000' })).toThrow(
      /^S3_BUCKET is needed because S3_ENDPOINT is set/,
    );
    expect(() => readSettings({ FACEBOOK_APP_ID: '12' })).toThrow(
      'FACEBOOK_APP_SECRET is needed because FACEBOOK_APP_ID is set: it takes an app secret.',
    );
  });

  test('a message never repeats the value, which may be a secret', () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
  });

  test('two fronts cannot share an origin', () => {
    const twice = { STUDIO_URL: 'https://a.test', PARTNERS_URL: 'https://a.test' };
    expect(() => readSettings(twice)).toThrow(
      "PARTNERS_URL takes an origin of its own: https://a.test is STUDIO_URL's.",
    );
  });

  test('the demo is off with a DATABASE_URL unless DEMO says on', () => {
    expect(readSettings({ DATABASE_URL: 'postgres://x/y' }).demo).toBe(false);
    expect(readSettings({ DATABASE_URL: 'postgres://x/y', DEMO: 'on' }).demo).toBe(true);
    expect(readSettings({ DEMO: 'off' }).demo).toBe(false);
  });

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.4' },
    { HOST: 'studio-box' },
    { STUDIO_URL: 'https://a.test' },
    { PARTNERS_URL: 'https://a.test' },
    { OPERATOR_URL: 'https://a.test' },
  ])('the demo is off where others may reach it, %j, unless DEMO says on', (env: Record<string, string>) => {
    expect(readSettings(env).demo).toBe(false);
    expect(readSettings({ ...env, DEMO: 'on' }).demo).toBe(true);
  });

  test.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])('the demo is on with HOST=%s', (HOST) => {
    expect(readSettings({ HOST }).demo).toBe(true);
  });

  test('DEMO_PASSWORD is a password', () => {
    expect(readSettings({}).demoPassword).toBeNull();
    expect(readSettings({ DEMO_PASSWORD: 'talkback' }).demoPassword).toBe('talkback');
    expect(() => readSettings({ DEMO_PASSWORD: 'short' })).toThrow(
      'DEMO_PASSWORD takes a password of 8 to 256 characters.',
    );
  });

  test.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['metrics.internal:80', { host: 'metrics.internal', port: 80 }],
  ])('METRICS_LISTEN takes %s', (METRICS_LISTEN, listen) => {
    expect(readSettings({ METRICS_LISTEN }).metrics).toEqual(listen);
  });

  test.each(['9464', ':9464', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', 'http://127.0.0.1:9464'])(
    'METRICS_LISTEN does not take %s',
    (METRICS_LISTEN) => {
      expect(() => readSettings({ METRICS_LISTEN })).toThrow(
        'METRICS_LISTEN takes an address and a port such as 127.0.0.1:9464.',
      );
    },
  );

  test('an empty variable counts as unset, placeholders stay in links, proxies are read as a list', () => {
    const settings = readSettings({
      PORT: '',
      HELP_URL: 'https://help.test/?n={name}',
      TRUST_PROXY: '10.0.0.0/8, ::1',
    });
    expect(settings.port).toBe(4000);
    expect(settings.links.help).toBe('https://help.test/?n={name}');
    expect(settings.trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });

  test('Google and Facebook are where they are, unless a test stands in for them', () => {
    expect(readSettings({}).providers).toEqual({
      google: 'https://accounts.google.com',
      facebook: 'https://graph.facebook.com/v23.0',
    });
    const env = {
      TALKBACK_GOOGLE_ISSUER: 'http://127.0.0.1:9',
      TALKBACK_FACEBOOK_GRAPH: 'http://127.0.0.1:8/',
    };
    expect(readSettings(env).providers).toEqual({
      google: 'http://127.0.0.1:9',
      facebook: 'http://127.0.0.1:8',
    });
    expect(() => readSettings({ TALKBACK_GOOGLE_ISSUER: 'file:///etc' })).toThrow(
      'TALKBACK_GOOGLE_ISSUER takes',
    );
  });

  test('the variables are those of the documentation, each described', () => {
    const names = `PORT HOST DATA_DIR DATABASE_URL S3_ENDPOINT S3_PUBLIC_ENDPOINT S3_REGION S3_BUCKET S3_ACCESS_KEY_ID
      S3_SECRET_ACCESS_KEY S3_UPLOAD_ACCESS_KEY_ID S3_UPLOAD_SECRET_ACCESS_KEY BACKUP_TO BACKUP_AT BACKUP_KEEP BACKUP_PASSPHRASE BACKUP_FILES
      BACKUP_S3_ENDPOINT BACKUP_S3_REGION BACKUP_S3_ACCESS_KEY_ID BACKUP_S3_SECRET_ACCESS_KEY
      SMTP_URL MAIL_FROM STRIPE_SECRET_KEY STRIPE_PUBLISHABLE_KEY STRIPE_WEBHOOK_SECRET
      PAYPAL_CLIENT_ID PAYPAL_CLIENT_SECRET PAYPAL_WEBHOOK_ID PAYPAL_MODE GOOGLE_CLIENT_ID FACEBOOK_APP_ID FACEBOOK_APP_SECRET
      STUDIO_URL PARTNERS_URL OPERATOR_URL MARKETING_URL HELP_URL SUPPORT_URL SUPPORT_EMAIL FEEDBACK_FORM_URL OTHER_CALENDARS INVOICE_FORM_URL
      PRIVACY_URL TERMS_URL TRUST_PROXY DEMO DEMO_PASSWORD METRICS_LISTEN
      OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_HEADERS
      OTEL_EXPORTER_OTLP_TIMEOUT OTEL_TRACES_EXPORTER OTEL_SDK_DISABLED OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG
      OTEL_PROPAGATORS OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES LOG`;
    expect(Object.keys(VARIABLES)).toEqual(names.split(/\s+/));
    for (const { what } of Object.values(VARIABLES)) expect(what.length).toBeGreaterThan(5);
  });
});

const backups = (env: Record<string, string>) =>
  readSettings({ BACKUP_PASSPHRASE: 'four plain words here', ...env }).backups;

describe('scheduled backups', () => {
  const KEYS = { BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };

  test('none are made until it is said where', () => {
    expect(backups({})).toBeNull();
    expect(backups({ BACKUP_TO: '/srv/backups' })).toMatchObject({
      to: { kind: 'folder', folder: '/srv/backups' },
      keep: { daily: 7, weekly: 4, monthly: 12 },
      withFiles: false,
    });
    expect(backups({ ...KEYS, BACKUP_TO: 's3://bucket/a/b/', BACKUP_KEEP: '30 daily' })).toMatchObject({
      to: { kind: 's3', bucket: 'bucket', prefix: 'a/b' },
      keep: { daily: 30, weekly: 0, monthly: 0 },
    });
  });

  test.each([
    [{ BACKUP_TO: 'backups' }, /^BACKUP_TO takes/],
    [{ ...KEYS, BACKUP_TO: 's3://bucket' }, /^BACKUP_TO takes/],
    [{ ...KEYS, BACKUP_TO: 's3://bucket/sessions/mine' }, /^BACKUP_TO takes/],
    [{ BACKUP_TO: 's3://bucket/backups' }, /^BACKUP_S3_ACCESS_KEY_ID is needed/],
    [{ BACKUP_TO: '/srv', BACKUP_PASSPHRASE: 'too short' }, /^BACKUP_PASSPHRASE is needed/],
    [{ BACKUP_KEEP: '0 daily' }, /^BACKUP_KEEP takes/],
    [{ BACKUP_KEEP: '7 daily, 2 daily' }, /^BACKUP_KEEP takes/],
    [{ BACKUP_KEEP: '7 yearly' }, /^BACKUP_KEEP takes/],
    [{ BACKUP_AT: '24:00' }, /^BACKUP_AT takes/],
  ])('%j is refused by name', (env, message) => {
    expect(() => backups(env)).toThrow(message);
  });
});
