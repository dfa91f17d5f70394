import path from 'node:path';
import * as z from 'zod';
import { TRACING_VARIABLES } from './tracing/variables-tracing.ts';
import { BACKUP_VARIABLES } from './variables-backup.ts';
import { parses, text, variable, WEB_URL, webUrl, type Variable } from './variable.ts';

export type { Variable } from './variable.ts';

const origin = z.string().transform((value, context) => {
  const url = URL.parse(value);
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  context.addIssue({ code: 'custom', message: 'not an origin' });
  return z.NEVER;
});
const cidr = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);
const LINK = `${WEB_URL}; {name}, {email} and {session_id} in it are filled in`;
const ORIGIN = 'an origin such as https://studio.example.com, without a path';

/** Every environment variable (docs/operating.md#settings). All are optional; an empty one counts as unset. */
export const VARIABLES = {
  PORT: variable({
    takes: 'a whole number from 1 to 65532',
    fallback: '4000',
    what: "the studio's port; partners use the next one, the operator the one after, the payment sandbox the third",
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(65_532)),
  }),
  HOST: variable({
    takes: 'an IP address or host name of this machine',
    fallback: '127.0.0.1',
    what: 'the address to listen on; 0.0.0.0 for every network of the machine',
    schema: z.string().regex(/^[\w.:-]+$/),
  }),
  DATA_DIR: variable({
    takes: 'the path of a folder that Talkback may write to',
    fallback: './var',
    what: 'where the database, files, outgoing mail and generated secrets are kept',
    schema: text.transform((value) => path.resolve(value)),
  }),
  DATABASE_URL: variable({
    takes: 'a connection string that begins with postgres:// or postgresql://',
    what: 'a PostgreSQL (15 or newer) to use; unset, Talkback runs its own in DATA_DIR',
    secret: true,
    schema: z.string().refine((value) => parses(value, ['postgres:', 'postgresql:'])),
  }),
  S3_ENDPOINT: variable({
    takes: WEB_URL,
    what: 'the S3 service; unset, that of the region at Amazon',
    schema: webUrl,
  }),
  S3_PUBLIC_ENDPOINT: variable({
    takes: WEB_URL,
    what: 'the S3 service as browsers reach it; unset, S3_ENDPOINT',
    schema: webUrl,
  }),
  S3_REGION: variable({ takes: 'a region name', fallback: 'us-east-1', what: 'the S3 region', schema: text }),
  S3_BUCKET: variable({
    takes: 'a bucket name of 3 to 63 lower case letters, digits, dots and hyphens',
    what: 'the bucket for session files; unset, files are kept in DATA_DIR',
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  }),
  S3_ACCESS_KEY_ID: variable({ takes: 'an access key id', what: 'who asks S3', schema: text }),
  S3_SECRET_ACCESS_KEY: variable({
    takes: 'a secret access key',
    what: 'the secret of that key',
    secret: true,
    schema: text,
  }),
  S3_UPLOAD_ACCESS_KEY_ID: variable({
    takes: 'an access key id',
    what: 'signs the links that files are sent by: a key that may write and not read; unset, S3_ACCESS_KEY_ID',
    schema: text,
  }),
  S3_UPLOAD_SECRET_ACCESS_KEY: variable({
    takes: 'a secret access key',
    what: 'the secret of that key',
    secret: true,
    schema: text,
  }),
  ...BACKUP_VARIABLES,
  SMTP_URL: variable({
    takes: 'an address that begins with smtp:// or smtps://',
    what: 'the mail server; unset, mail is kept as .eml files in DATA_DIR/outbox',
    secret: true,
    schema: z.string().refine((value) => parses(value, ['smtp:', 'smtps:'])),
  }),
  MAIL_FROM: variable({
    takes: 'an e-mail address, or a name and one: Talkback <studio@example.com>',
    fallback: 'Talkback <studio@talkback.test>',
    what: 'the sender of all mail',
    schema: z.string().regex(/^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
  }),
  STRIPE_SECRET_KEY: variable({
    takes: 'a secret key that begins with sk_ or rk_',
    what: 'payments by card through Stripe; unset, a demo pays in the sandbox and others cannot pay by card',
    secret: true,
    schema: z.string().regex(/^(sk|rk)_./),
  }),
  STRIPE_PUBLISHABLE_KEY: variable({
    takes: 'a publishable key that begins with pk_',
    what: 'the key that the browser uses with Stripe',
    schema: z.string().regex(/^pk_./),
  }),
  STRIPE_WEBHOOK_SECRET: variable({
    takes: 'a signing secret that begins with whsec_',
    what: "verifies Stripe's webhooks",
    secret: true,
    schema: z.string().regex(/^whsec_./),
  }),
  PAYPAL_CLIENT_ID: variable({
    takes: 'a client id',
    what: 'payments through PayPal; unset, a demo pays in the sandbox and others cannot pay by PayPal',
    schema: text,
  }),
  PAYPAL_CLIENT_SECRET: variable({
    takes: 'a client secret',
    what: 'the secret of that client',
    secret: true,
    schema: text,
  }),
  PAYPAL_WEBHOOK_ID: variable({ takes: 'a webhook id', what: "verifies PayPal's webhooks", schema: text }),
  PAYPAL_MODE: variable({
    takes: 'live or test',
    what: "whose keys those are: of real money or of PayPal's own test system",
    schema: z.enum(['live', 'test']),
    fallback: 'live',
  }),
  GOOGLE_CLIENT_ID: variable({
    takes: 'a client id that ends with .apps.googleusercontent.com',
    what: 'sign-in with Google; unset, its button is absent',
    schema: z.string().endsWith('.apps.googleusercontent.com'),
  }),
  FACEBOOK_APP_ID: variable({
    takes: 'the digits of an app id',
    what: 'sign-in with Facebook; unset, its button is absent',
    schema: z.string().regex(/^\d+$/),
  }),
  FACEBOOK_APP_SECRET: variable({
    takes: 'an app secret',
    what: 'the secret of that app',
    secret: true,
    schema: text,
  }),
  STUDIO_URL: variable({
    takes: ORIGIN,
    what: "the studio's public origin; unset, http://localhost:PORT",
    schema: origin,
  }),
  PARTNERS_URL: variable({
    takes: ORIGIN,
    what: "the partners' public origin; unset, http://localhost:PORT+1",
    schema: origin,
  }),
  OPERATOR_URL: variable({
    takes: ORIGIN,
    what: "the operator's public origin; unset, http://localhost:PORT+2",
    schema: origin,
  }),
  MARKETING_URL: variable({
    takes: WEB_URL,
    what: 'the marketing site, for the logo and /signup without a query',
    schema: webUrl,
  }),
  HELP_URL: variable({ takes: LINK, what: 'the Help Center; unset, the FAQ page', schema: webUrl }),
  SUPPORT_URL: variable({
    takes: LINK,
    what: 'the support form; unset, a mail to SUPPORT_EMAIL',
    schema: webUrl,
  }),
  SUPPORT_EMAIL: variable({
    takes: 'an e-mail address',
    fallback: 'support@talkback.test',
    what: 'where requests for help are sent',
    schema: z.email(),
  }),
  FEEDBACK_FORM_URL: variable({
    takes: LINK,
    what: 'the feedback fallback form; unset, a mail to SUPPORT_EMAIL',
    schema: webUrl,
  }),
  OTHER_CALENDARS: variable({
    takes: 'https, any or off',
    what: "which addresses musicians' other calendars are read from: public ones by https on port 443, also http and other ports, or none",
    schema: z.enum(['https', 'any', 'off']),
    fallback: 'https',
  }),
  INVOICE_FORM_URL: variable({
    takes: LINK,
    what: "the form to which the partners' Invoice tab leads; unset, there is no link",
    schema: webUrl,
  }),
  PRIVACY_URL: variable({
    takes: LINK,
    what: 'the privacy policy; unset, a page from the content',
    schema: webUrl,
  }),
  TERMS_URL: variable({
    takes: LINK,
    what: 'the terms of use; unset, a page from the content',
    schema: webUrl,
  }),
  TRUST_PROXY: variable({
    takes: 'addresses or CIDRs with commas between, such as 10.0.0.0/8,::1',
    what: 'the reverse proxies whose X-Forwarded headers are believed; unset, none',
    schema: z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .pipe(z.array(cidr)),
  }),
  DEMO: variable({
    takes: 'on or off',
    what: 'makes the demo studio in an empty database; unset, on while DATABASE_URL and the three URLs of the fronts are unset and HOST is this machine only',
    schema: z
      .enum(['on', 'off', 'true', 'false', '1', '0'])
      .transform((value) => ['on', 'true', '1'].includes(value)),
  }),
  DEMO_PASSWORD: variable({
    takes: 'a password of 8 to 256 characters',
    what: "the password of the demo's people; unset, three random words that this installation keeps and every start prints",
    secret: true,
    schema: text,
  }),
  METRICS_LISTEN: variable({
    takes: 'an address and a port such as 127.0.0.1:9464',
    what: 'where /metrics answers, for Prometheus: an address that only your monitoring reaches; unset, nowhere',
    schema: z.string().transform((value, context) => {
      const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
      if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535)
        return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
      context.addIssue({ code: 'custom', message: 'not an address and a port' });
      return z.NEVER;
    }),
  }),
  ...TRACING_VARIABLES,
  LOG: variable({
    takes: 'text or json',
    what: 'the log: text for people (warnings and errors) or JSON with a line for each request; unset, text on a terminal and JSON elsewhere',
    schema: z.enum(['text', 'json']),
  }),
};

export type Name = keyof typeof VARIABLES;
/** Parsed values; undefined is unset without a default. */
export type Values = {
  readonly [N in Name]: (typeof VARIABLES)[N] extends Variable<infer T> ? T | undefined : never;
};
