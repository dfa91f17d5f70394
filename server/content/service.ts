import type { getLimitations, getStudio, Limitations } from '../../shared/content/contract.ts';
import type { Catalogue, StoredAnnouncement } from '../../shared/content/contract-store.ts';
import { STUDIO_NAME } from '../../shared/lib/studio-name.ts';
import type { AnswerOf } from '../../shared/lib/endpoint.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { Db } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { documentOf } from './documents/read.ts';
import { settingRow } from './queries.ts';

export { STUDIO_NAME } from '../../shared/lib/studio-name.ts';
export { exportDocuments, importDocuments, type DocumentFile } from './documents/files.ts';
export { readDocument, resetDocument, writeDocument } from './documents/write.ts';
export { createFlags } from './flags/read.ts';
export { addPicture, listPictures, removePicture } from './pictures/store.ts';
export { listFlags, setFlag, unsetFlag, type FlagState } from './flags/write.ts';

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

/** What people with limitations wait for (decisions 3). */
export async function limitations(ctx: Pick<Ctx, 'db'>): Promise<Limitations> {
  return documentOf(ctx, 'limitations');
}

/** All offers and who sees which; pass `through` inside a transaction. */
export async function catalogue(ctx: Pick<Ctx, 'db'>, through?: Db): Promise<Catalogue> {
  return documentOf(ctx, 'pricing', through);
}

/** What the studio announces, switched on or not, with whom it is for. */
export async function announcements(ctx: Pick<Ctx, 'db'>): Promise<readonly StoredAnnouncement[]> {
  return (await documentOf(ctx, 'announcements')).announcements;
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
