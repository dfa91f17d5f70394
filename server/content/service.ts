import type { getLimitations, getStudio, Limitations } from '#shared/content/contract.ts';
import type { Catalogue, StoredAnnouncement } from '#shared/content/contract-store.ts';
import { filterByTrial } from '#shared/content/rules-trial.ts';
import { STUDIO_NAME } from '#shared/lib/studio-name.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Db } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { documentOf } from './documents/read.ts';
import { DOCUMENTS, type DocumentName, type DocumentOf } from './documents/registry.ts';
import { documentRows, settingRow } from './queries.ts';

export { STUDIO_NAME } from '#shared/lib/studio-name.ts';
export { exportDocuments, importDocuments, type DocumentFile } from './documents/files.ts';
export {
  bringBack,
  discardDraft,
  draftErrors,
  publishDraft,
  resetSeen,
  saveDraft,
} from './documents/drafts.ts';
export { readDocument, resetDocument, writeDocument } from './documents/write.ts';
export { documentForm } from './documents/form.ts';
export { DOCUMENT_NAMES, documentName } from './documents/registry.ts';
export { createFlags } from './flags/read.ts';
export { clearDocumentCache } from './documents/read.ts';
export { drawAndAddPicture } from './pictures/add.ts';
export { listPictures, removePicture, storedPictures } from './pictures/store.ts';
export { missingContent } from './missing-content.ts';
export { listFlags, setFlag, unsetFlag, type FlagState } from './flags/write.ts';

/** What every screen needs before a login (docs/product/content.md#studio). */
export async function studio(ctx: Ctx): Promise<Result<ResponseOf<typeof getStudio>, never>> {
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
      invoice_form_url: settings.links.invoiceForm,
      google_client_id: flags['google-login'] ? settings.googleClientId : null,
      facebook_app_id: flags['facebook-login'] ? (settings.facebook?.appId ?? null) : null,
    },
  });
}

/** The names of all documents that are not the shipped ones, as they are now. */
export async function ownDocumentNames(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await documentRows(db)).map(({ name }) => name));
}

/** A document as shipped. */
export const shippedDocument = (name: DocumentName): Record<string, unknown> => ({
  ...(DOCUMENTS[name].shipped as object),
});

/** The studio's limitations (docs/product/content.md#limitations). */
export async function limitations(ctx: Pick<Ctx, 'db'>): Promise<Limitations> {
  return documentOf(ctx, 'limitations');
}

/** All offers and their cohorts; pass `through` inside a transaction. */
export async function catalogue(ctx: Pick<Ctx, 'db'>, through?: Db): Promise<Catalogue> {
  return documentOf(ctx, 'pricing', through);
}

/** The same with bundles filtered by the flag `free-trial`. */
export async function offeredCatalogue(ctx: Pick<Ctx, 'db' | 'flags'>, through?: Db): Promise<Catalogue> {
  const all = await catalogue(ctx, through);
  return { ...all, bundles: filterByTrial(all.bundles, ctx.flags['free-trial']) };
}

/** All announcements, enabled or not, with their audience. */
export async function announcements(ctx: Pick<Ctx, 'db'>): Promise<readonly StoredAnnouncement[]> {
  return (await documentOf(ctx, 'announcements')).announcements;
}

/** The version of the service update; 0: none is announced. */
export async function serviceUpdateVersion(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return (await documentOf(ctx, 'service-update')).version;
}

/** The seller of invoices; its name is empty until the studio sets it. */
export async function company(ctx: Pick<Ctx, 'db'>, through?: Db): Promise<DocumentOf<'company'>> {
  return documentOf(ctx, 'company', through);
}

/** VAT rates by country, and whether reverse charge is on. */
export async function vatTable(ctx: Pick<Ctx, 'db'>, through?: Db): Promise<DocumentOf<'vat'>> {
  return documentOf(ctx, 'vat', through);
}

/** The limitations as a response. */
export async function getLimitationsResponse(
  ctx: Ctx,
): Promise<Result<ResponseOf<typeof getLimitations>, never>> {
  return ok({ limitations: await limitations(ctx) });
}

/** The operator's cancellation grace in minutes, if set (docs/product/content.md#cancellation-grace). */
export async function cancellationGrace(ctx: Pick<Ctx, 'db'>): Promise<{ graceMinutes?: number }> {
  const row = await settingRow(ctx.db, 'cancellation_grace_minutes');
  return typeof row?.value === 'number' ? { graceMinutes: row.value } : {};
}
