import { passwordProblem } from '#shared/accounts/rules.ts';
import { FRONTS, SettingsError, type FrontOrigins, type S3Service, type Settings } from '../lib/settings.ts';
import { withSecretFiles, type Environment } from './secret-files.ts';
import { readTracing } from './tracing/read-tracing.ts';
import { VARIABLES, type Name, type Values, type Variable } from './variables.ts';

/** Settings that must be set together. The last list is optional within its group. */
const GROUPS: readonly { readonly needs: readonly Name[]; readonly along?: readonly Name[] }[] = [
  {
    needs: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    along: [
      'S3_ENDPOINT',
      'S3_PUBLIC_ENDPOINT',
      'S3_REGION',
      'S3_UPLOAD_ACCESS_KEY_ID',
      'S3_UPLOAD_SECRET_ACCESS_KEY',
    ],
  },
  { needs: ['S3_UPLOAD_ACCESS_KEY_ID', 'S3_UPLOAD_SECRET_ACCESS_KEY'] },
  {
    needs: ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
    along: ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_REGION'],
  },
  { needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  { needs: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] },
  { needs: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'] },
];

function readVariable<T>(
  name: string,
  { schema, takes, fallback }: Variable<T>,
  env: Environment,
): T | undefined {
  const text = env[name]?.trim() || fallback;
  if (text === undefined) return undefined;
  const read = schema.safeParse(text);
  if (!read.success) throw new SettingsError(`${name} takes ${takes}.`);
  return read.data;
}

function checkGroups(env: Environment): void {
  const isSet = (name: Name): boolean => Boolean(env[name]?.trim());
  for (const { needs, along = [] } of GROUPS) {
    const present = [...needs, ...along].find(isSet);
    const missing = needs.find((name) => !isSet(name));
    if (present !== undefined && missing !== undefined) {
      throw new SettingsError(
        `${missing} is needed because ${present} is set: it takes ${VARIABLES[missing].takes}.`,
      );
    }
  }
}

/** Removes undefined from the type of a value that has a default, or that its group requires. */
const present = <T>(value: T | undefined): T => value as T;

/** Without a URL a front is reached by localhost, 127.0.0.1 and [::1] on its port. */
function originsOf(url: string | undefined, port: number): FrontOrigins {
  if (url !== undefined) return { canonical: url, all: [url] };
  const origins = ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
  return { canonical: origins[0] ?? '', all: origins };
}

function readOrigins(values: Values, port: number): Settings['origins'] {
  const origins = {
    studio: originsOf(values.STUDIO_URL, port),
    partners: originsOf(values.PARTNERS_URL, port + 1),
    operator: originsOf(values.OPERATOR_URL, port + 2),
  };
  for (const [index, front] of FRONTS.entries()) {
    const duplicate = FRONTS.slice(0, index).find((other) =>
      origins[other].all.includes(origins[front].canonical),
    );
    if (duplicate === undefined) continue;
    throw new SettingsError(
      `${front.toUpperCase()}_URL takes an origin of its own: ${origins[front].canonical} is ${duplicate.toUpperCase()}_URL's.`,
    );
  }
  return origins;
}

/** Shorter ones are found by trying. */
const LEAST_PASSPHRASE = 12;

function readBackups(values: Values): Pick<Settings, 'backups' | 'backupService'> {
  const backupService = backupServiceOf(values);
  const { BACKUP_TO: to, BACKUP_PASSPHRASE: passphrase = '' } = values;
  if (to === undefined) return { backups: null, backupService };
  if (passphrase.length < LEAST_PASSPHRASE)
    throw new SettingsError(
      `BACKUP_PASSPHRASE is needed because BACKUP_TO is set: it takes ${VARIABLES.BACKUP_PASSPHRASE.takes}.`,
    );
  if (to.kind === 's3' && backupService === null)
    throw new SettingsError(
      'BACKUP_S3_ACCESS_KEY_ID is needed because BACKUP_TO names an S3 and files have none whose keys could be used.',
    );
  const { BACKUP_AT: at, BACKUP_KEEP: keep, BACKUP_FILES: withFiles } = values;
  return {
    backups: { to, at: present(at), keep: present(keep), passphrase, withFiles: present(withFiles) },
    backupService,
  };
}

/** Its own keys, else those of the files. */
function backupServiceOf(values: Values): S3Service | null {
  const accessKeyId = values.BACKUP_S3_ACCESS_KEY_ID;
  const region = values.BACKUP_S3_REGION ?? present(values.S3_REGION);
  if (accessKeyId !== undefined)
    return {
      endpoint: values.BACKUP_S3_ENDPOINT ?? null,
      region,
      accessKeyId,
      secretAccessKey: present(values.BACKUP_S3_SECRET_ACCESS_KEY),
    };
  if (!values.S3_BUCKET) return null;
  return {
    endpoint: values.S3_ENDPOINT ?? null,
    region,
    accessKeyId: present(values.S3_ACCESS_KEY_ID),
    secretAccessKey: present(values.S3_SECRET_ACCESS_KEY),
  };
}

function demoPasswordOf({ DEMO_PASSWORD: password }: Values): string | null {
  if (password !== undefined && passwordProblem(password) !== null)
    throw new SettingsError(`DEMO_PASSWORD takes ${VARIABLES.DEMO_PASSWORD.takes}.`);
  return password ?? null;
}

/** Whether a HOST is this machine only. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

/** Whether Talkback is only tried out, on this machine alone. */
function isPrivate(values: Values): boolean {
  const isPublic =
    values.DATABASE_URL ?? values.STUDIO_URL ?? values.PARTNERS_URL ?? values.OPERATOR_URL ?? null;
  return isPublic === null && isLoopback(present(values.HOST));
}

/** A provider's address, or a test's replacement. */
function providerAt(env: Environment, name: string, fallback: string): string {
  const url = env[name]?.trim() || fallback;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url.replace(/\/$/, '');
  throw new SettingsError(`${name} takes a web address that begins with http:// or https://.`);
}

/**
 * Reads the settings from environment variables, and secrets from files that they name (docs/operating.md#settings). Throws a SettingsError naming the first
 * wrong one.
 */
export function readSettings(given: Environment): Settings {
  const env = withSecretFiles(given);
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, declared]) => [name, readVariable<unknown>(name, declared, env)]),
  ) as Values;
  checkGroups(env);
  const port = present(values.PORT);
  return {
    port,
    host: present(values.HOST),
    dataDir: present(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    demo: values.DEMO ?? isPrivate(values),
    demoPassword: demoPasswordOf(values),
    origins: readOrigins(values, port),
    trustProxy: values.TRUST_PROXY ?? false,
    s3: values.S3_BUCKET
      ? {
          endpoint: values.S3_ENDPOINT ?? null,
          publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? values.S3_ENDPOINT ?? null,
          region: present(values.S3_REGION),
          bucket: values.S3_BUCKET,
          accessKeyId: present(values.S3_ACCESS_KEY_ID),
          secretAccessKey: present(values.S3_SECRET_ACCESS_KEY),
          upload: values.S3_UPLOAD_ACCESS_KEY_ID
            ? {
                accessKeyId: values.S3_UPLOAD_ACCESS_KEY_ID,
                secretAccessKey: present(values.S3_UPLOAD_SECRET_ACCESS_KEY),
              }
            : null,
        }
      : null,
    ...readBackups(values),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: present(values.MAIL_FROM),
    stripe: values.STRIPE_SECRET_KEY
      ? {
          secretKey: values.STRIPE_SECRET_KEY,
          publishableKey: present(values.STRIPE_PUBLISHABLE_KEY),
          webhookSecret: present(values.STRIPE_WEBHOOK_SECRET),
        }
      : null,
    paypal: values.PAYPAL_CLIENT_ID
      ? {
          clientId: values.PAYPAL_CLIENT_ID,
          clientSecret: present(values.PAYPAL_CLIENT_SECRET),
          webhookId: present(values.PAYPAL_WEBHOOK_ID),
          mode: present(values.PAYPAL_MODE),
        }
      : null,
    googleClientId: values.GOOGLE_CLIENT_ID ?? null,
    facebook: values.FACEBOOK_APP_ID
      ? { appId: values.FACEBOOK_APP_ID, appSecret: present(values.FACEBOOK_APP_SECRET) }
      : null,
    providers: {
      google: providerAt(env, 'TALKBACK_GOOGLE_ISSUER', 'https://accounts.google.com'),
      facebook: providerAt(env, 'TALKBACK_FACEBOOK_GRAPH', 'https://graph.facebook.com/v23.0'),
    },
    links: {
      marketing: values.MARKETING_URL ?? null,
      help: values.HELP_URL ?? null,
      support: values.SUPPORT_URL ?? null,
      feedbackForm: values.FEEDBACK_FORM_URL ?? null,
      invoiceForm: values.INVOICE_FORM_URL ?? null,
      privacy: values.PRIVACY_URL ?? null,
      terms: values.TERMS_URL ?? null,
    },
    supportEmail: present(values.SUPPORT_EMAIL),
    otherCalendars: {
      on: values.OTHER_CALENDARS !== 'off',
      anyPort: values.OTHER_CALENDARS === 'any',
      loopback: env['TALKBACK_CALENDARS_LOOPBACK'] === 'on',
    },
    metrics: values.METRICS_LISTEN ?? null,
    tracing: readTracing(values),
    log: values.LOG ?? null,
  };
}

/** Variables whose defaults are placeholder addresses. */
export function unsetVariables(env: Environment): string[] {
  return (['SUPPORT_EMAIL', 'MAIL_FROM'] as const).filter((name) => !env[name]?.trim());
}
