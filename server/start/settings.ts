import type { Front } from '../shared/lib/wire.ts';
import { VARIABLES, type Name, type Values, type Variable } from './lifecycle/variables.ts';

/** A variable that has no right value; its message is one line, fit to be printed as it is. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** What belongs together: when one of them is set, all must be. The last list may follow but not lead. */
const GROUPS: readonly { readonly needs: readonly Name[]; readonly along?: readonly Name[] }[] = [
  {
    needs: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    along: ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_REGION'],
  },
  { needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  { needs: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] },
  { needs: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'] },
];

/** The fronts in the order of their ports. */
export const FRONTS: readonly Front[] = ['studio', 'partners', 'operator'];

/** An origin to link to, and all origins by which a browser may reach that front (decisions 1). */
export interface FrontOrigins {
  readonly canonical: string;
  readonly all: readonly string[];
}

/** The settings as the server uses them. null is: not configured. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly demo: boolean;
  readonly origins: Readonly<Record<Front, FrontOrigins>>;
  /** Addresses and CIDRs, as Fastify's trustProxy takes them; false trusts nobody. */
  readonly trustProxy: readonly string[] | false;
  readonly s3: {
    readonly endpoint: string | null;
    readonly publicEndpoint: string | null;
    readonly region: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
  } | null;
  readonly paypal: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly webhookId: string;
  } | null;
  readonly googleClientId: string | null;
  readonly facebook: { readonly appId: string; readonly appSecret: string } | null;
  /** Where Google issues its tokens and where Facebook's Graph API is. */
  readonly providers: { readonly google: string; readonly facebook: string };
  /** Raw, with their placeholders. */
  readonly links: Readonly<
    Record<'marketing' | 'help' | 'support' | 'feedbackForm' | 'privacy' | 'terms', string | null>
  >;
  readonly supportEmail: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

function readVariable<T>(
  name: string,
  { schema, takes, fallback }: Variable<T>,
  env: Environment,
): T | undefined {
  const given = env[name]?.trim() || fallback;
  if (given === undefined) return undefined;
  const read = schema.safeParse(given);
  if (!read.success) throw new SettingsError(`${name} takes ${takes}.`);
  return read.data;
}

function checkGroups(env: Environment): void {
  const isSet = (name: Name): boolean => Boolean(env[name]?.trim());
  for (const { needs, along = [] } of GROUPS) {
    const given = [...needs, ...along].find(isSet);
    const missing = needs.find((name) => !isSet(name));
    if (given !== undefined && missing !== undefined) {
      throw new SettingsError(
        `${missing} is needed because ${given} is set: it takes ${VARIABLES[missing].takes}.`,
      );
    }
  }
}

/** A value that has a default, or that its group demands. */
const must = <T>(value: T | undefined): T => value as T;

/** With its URL unset, a front is reached by localhost, 127.0.0.1 and [::1] on its port. */
function originsOf(url: string | undefined, port: number): FrontOrigins {
  if (url !== undefined) return { canonical: url, all: [url] };
  const own = ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
  return { canonical: own[0] ?? '', all: own };
}

function readOrigins(values: Values, port: number): Settings['origins'] {
  const origins = {
    studio: originsOf(values.STUDIO_URL, port),
    partners: originsOf(values.PARTNERS_URL, port + 1),
    operator: originsOf(values.OPERATOR_URL, port + 2),
  };
  for (const [index, front] of FRONTS.entries()) {
    const twin = FRONTS.slice(0, index).find((other) =>
      origins[other].all.includes(origins[front].canonical),
    );
    if (twin === undefined) continue;
    throw new SettingsError(
      `${front.toUpperCase()}_URL takes an origin of its own: ${origins[front].canonical} is ${twin.toUpperCase()}_URL's.`,
    );
  }
  return origins;
}

/** A provider's own address, unless a test stands in for it. */
function providerAt(env: Environment, name: string, own: string): string {
  const given = env[name]?.trim() || own;
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given.replace(/\/$/, '');
  throw new SettingsError(`${name} takes a web address that begins with http:// or https://.`);
}

/**
 * Reads the settings from environment variables (decisions 12). Throws a SettingsError that names the first wrong
 * variable and what it takes.
 */
export function readSettings(env: Environment): Settings {
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, declared]) => [name, readVariable<unknown>(name, declared, env)]),
  ) as Values;
  checkGroups(env);
  const port = must(values.PORT);
  return {
    port,
    host: must(values.HOST),
    dataDir: must(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    demo: values.DEMO ?? values.DATABASE_URL === undefined,
    origins: readOrigins(values, port),
    trustProxy: values.TRUST_PROXY ?? false,
    s3: values.S3_BUCKET
      ? {
          endpoint: values.S3_ENDPOINT ?? null,
          publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? values.S3_ENDPOINT ?? null,
          region: must(values.S3_REGION),
          bucket: values.S3_BUCKET,
          accessKeyId: must(values.S3_ACCESS_KEY_ID),
          secretAccessKey: must(values.S3_SECRET_ACCESS_KEY),
        }
      : null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: must(values.MAIL_FROM),
    stripe: values.STRIPE_SECRET_KEY
      ? {
          secretKey: values.STRIPE_SECRET_KEY,
          publishableKey: must(values.STRIPE_PUBLISHABLE_KEY),
          webhookSecret: must(values.STRIPE_WEBHOOK_SECRET),
        }
      : null,
    paypal: values.PAYPAL_CLIENT_ID
      ? {
          clientId: values.PAYPAL_CLIENT_ID,
          clientSecret: must(values.PAYPAL_CLIENT_SECRET),
          webhookId: must(values.PAYPAL_WEBHOOK_ID),
        }
      : null,
    googleClientId: values.GOOGLE_CLIENT_ID ?? null,
    facebook: values.FACEBOOK_APP_ID
      ? { appId: values.FACEBOOK_APP_ID, appSecret: must(values.FACEBOOK_APP_SECRET) }
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
      privacy: values.PRIVACY_URL ?? null,
      terms: values.TERMS_URL ?? null,
    },
    supportEmail: must(values.SUPPORT_EMAIL),
  };
}

/** One row of the operating page's table of variables. */
export interface SettingRow {
  readonly name: string;
  readonly takes: string;
  readonly fallback: string;
  readonly what: string;
}

/** Every variable in the order of the table, for the documentation. */
export function describeSettings(): SettingRow[] {
  return Object.entries(VARIABLES).map(
    ([name, { takes, fallback = '', what }]: [string, Variable<unknown>]) => ({
      name,
      takes,
      fallback,
      what,
    }),
  );
}
