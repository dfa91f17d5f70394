import type { sampleLink as sampleLinkEndpoint } from '#shared/catalogue/contract-samples.ts';
import { pageAccess } from '#shared/catalogue/rules.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-samples.ts';

const LINK_SECONDS = 900;
/** The bytes under a key never change, so a browser may store them for a day. */
const CACHE_CONTROL = 'private, max-age=86400, immutable';

/** A link to a sample's preview, or for its musician to the original (docs/product/samples.md#who-may-listen). */
export async function sampleLink(
  ctx: Ctx,
  { params, query }: InputOf<typeof sampleLinkEndpoint>,
): Promise<Result<ResponseOf<typeof sampleLinkEndpoint>, ProblemOf<typeof sampleLinkEndpoint>>> {
  const { actor, storage, origin } = ctx;
  const isMusician = actor?.role === 'partner';
  const access = pageAccess(actor?.role ?? null, { isPublic: ctx.flags['public-musician-pages'] });
  if (access !== 'open') return fail(access);
  const sample = isMusician
    ? await queries.ownSample(ctx.db, params.id, actor.id)
    : await queries.shownSample(ctx.db, params.id);
  if (sample === undefined || (query.of === 'original' && !isMusician)) return fail('not_found');
  const link = { expiresIn: LINK_SECONDS, origin, cacheControl: CACHE_CONTROL };
  if (query.of === 'original') {
    if (sample.state === 'arriving') return fail('not_ready');
    const { key, version, name: filename, content_type: contentType } = sample;
    return ok({ url: await storage.presignGet({ ...link, key, version, filename, contentType }) });
  }
  if (sample.preview_key === null) return fail('not_ready');
  const url = await storage.presignGet({
    ...link,
    key: sample.preview_key,
    version: sample.preview_version,
    filename: `${sample.title}.mp3`,
    contentType: 'audio/mpeg',
  });
  return ok({ url });
}
