import type { KeptPeriods } from '#shared/operator/system/rules-backups.ts';
import type { Front } from '#shared/lib/wire.ts';

/** A variable has a wrong value; the message is one printable line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The fronts in the order of their ports. */
export const FRONTS: readonly Front[] = ['studio', 'partners', 'operator'];

/** The origin for links, and all origins by which a browser may reach a front. */
export interface FrontOrigins {
  readonly canonical: string;
  readonly all: readonly string[];
}

/** An S3 service and its keys; a null endpoint is that of the region at Amazon. */
export interface S3Service {
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A folder of this machine, or a prefix of a bucket of `backupService`. */
export type BackupTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** When backups are made, where they are kept and how many. */
export interface BackupSettings {
  readonly to: BackupTarget;
  /** Each day, UTC. */
  readonly at: Temporal.PlainTime;
  readonly keep: KeptPeriods;
  readonly passphrase: string;
  /** Copies the files of an S3 too. */
  readonly withFiles: boolean;
}

/** Where traces are sent, and which of them. */
export interface TracingSettings {
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** They may hold a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sampler: `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`;
  /** The part that a sampler by ratio records, from 0 to 1. */
  readonly ratio: number;
  /** Goes on with the trace of a caller who sends a traceparent. */
  readonly continuesCallers: boolean;
  /** What traces say of this process. */
  readonly resource: Readonly<Record<string, string>>;
}

/** The settings as the server uses them; null: not configured. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly demo: boolean;
  /** The password of the demo's people; null: the one that this installation generated. */
  readonly demoPassword: string | null;
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
    /** Signs links for uploads; null: the keys above do. */
    readonly upload: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  } | null;
  /** Scheduled backups; null: none are made. */
  readonly backups: BackupSettings | null;
  /** The S3 service that backups are kept at; null: neither its own keys nor those for files are set. */
  readonly backupService: S3Service | null;
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
    readonly mode: 'live' | 'test';
  } | null;
  readonly googleClientId: string | null;
  readonly facebook: { readonly appId: string; readonly appSecret: string } | null;
  /** Google's token issuer and Facebook's Graph API. */
  readonly providers: { readonly google: string; readonly facebook: string };
  /** Raw, with their placeholders. */
  readonly links: Readonly<
    Record<
      'marketing' | 'help' | 'support' | 'feedbackForm' | 'invoiceForm' | 'privacy' | 'terms',
      string | null
    >
  >;
  readonly supportEmail: string;
  /** Which addresses are read as musicians' other calendars. */
  readonly otherCalendars: {
    readonly on: boolean;
    /** Also http, and ports other than 443. */
    readonly anyPort: boolean;
    /** Also addresses of this machine; for tests. */
    readonly loopback: boolean;
  };
  /** Where /metrics answers; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** null: there are no traces. */
  readonly tracing: TracingSettings | null;
  /** null: decided by where the log goes. */
  readonly log: 'text' | 'json' | null;
}
