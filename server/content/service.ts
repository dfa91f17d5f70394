import { OpenFeature, StandardResolutionReasons, type Provider } from '@openfeature/server-sdk';
import type { getLimitations, getStudio, Limitations } from '../../shared/content/contract.ts';
import { FLAG_DEFAULTS, LIMITATIONS, type FlagName, type Flags } from '../../shared/content/rules.ts';
import type { AnswerOf } from '../../shared/lib/endpoint.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { Database } from '../db/database.ts';
import type { Ctx } from '../lib/ctx.ts';
import { flagRows, settingRow } from './queries.ts';

/** The product's name: one setting, taken from here by every text (decisions, preface). */
export const STUDIO_NAME = 'Talkback';

const KEEP_MS = 5000;

/** Reads all flags; answers from the last reading for 5 s, and with the defaults while the database is away. */
export type FlagReader = () => Promise<Flags>;

/** The flags through OpenFeature: defaults from the shared table, overrides from the database. */
export function createFlags(db: Database): FlagReader {
  const overrides = new Map<string, boolean>();
  const provider: Provider = {
    metadata: { name: 'database' },
    runsOn: 'server',
    resolveBooleanEvaluation: async (key, fallback) => ({
      value: overrides.get(key) ?? fallback,
      reason: overrides.has(key) ? StandardResolutionReasons.STATIC : StandardResolutionReasons.DEFAULT,
    }),
    resolveStringEvaluation: async (_key, value) => ({ value }),
    resolveNumberEvaluation: async (_key, value) => ({ value }),
    resolveObjectEvaluation: async (_key, value) => ({ value }),
  };
  const domain = `flags-${Math.random()}`;
  OpenFeature.setProvider(domain, provider);
  const client = OpenFeature.getClient(domain);
  let readAt = -Infinity;
  let flags: Flags = FLAG_DEFAULTS;
  return async () => {
    if (performance.now() - readAt < KEEP_MS) return flags;
    readAt = performance.now();
    for (const row of await flagRows(db)) overrides.set(row.key, row.value === true);
    const names = Object.keys(FLAG_DEFAULTS) as FlagName[];
    const values = await Promise.all(
      names.map(async (name) => [name, await client.getBooleanValue(name, FLAG_DEFAULTS[name])] as const),
    );
    flags = Object.fromEntries(values) as Flags;
    return flags;
  };
}

/** The studio as every screen sees it before anyone signs in. */
export async function studio(ctx: Ctx): Promise<Result<AnswerOf<typeof getStudio>, never>> {
  const { settings, flags } = ctx;
  return ok({
    studio: {
      name: STUDIO_NAME,
      front: ctx.front,
      now: ctx.now.toString(),
      flags,
      help_url: settings.links.help,
      support_url: settings.links.support,
      support_email: settings.supportEmail,
      marketing_url: settings.links.marketing,
      privacy_url: settings.links.privacy,
      terms_url: settings.links.terms,
      feedback_form_url: settings.links.feedbackForm,
      google_client_id: flags['google-login'] ? settings.googleClientId : null,
      facebook_app_id: flags['facebook-login'] ? (settings.facebook?.appId ?? null) : null,
    },
  });
}

/** What people with limitations wait for: the operator's numbers and words over the shipped ones. */
export async function limitations(ctx: Pick<Ctx, 'db'>): Promise<Limitations> {
  const row = await settingRow(ctx.db, 'limitations');
  return { ...LIMITATIONS, ...(row?.value as Partial<Limitations> | undefined) };
}

/** The same as a call. */
export async function showLimitations(ctx: Ctx): Promise<Result<AnswerOf<typeof getLimitations>, never>> {
  return ok({ limitations: await limitations(ctx) });
}

/** For how many minutes after booking a client's cancelling gives nothing back, where the operator changed that (decisions 5). */
export async function cancellationGrace(ctx: Pick<Ctx, 'db'>): Promise<{ graceMinutes?: number }> {
  const row = await settingRow(ctx.db, 'cancellation_grace_minutes');
  return typeof row?.value === 'number' ? { graceMinutes: row.value } : {};
}
