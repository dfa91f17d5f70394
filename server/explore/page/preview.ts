import { previewText } from '#shared/explore/rules-page.ts';
import { shownMusician } from '../../catalogue/service.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { LinkPreview } from '../../http/link-preview.ts';

const ADDRESS = /^\/musicians\/([\w-]{1,100})\/?$/;

/**
 * What the address of a public musician's page is about; `missing` where there is no such musician, null for every
 * other address and while pages are not public (docs/product/musician-page.md#link-previews).
 */
export async function previewOf(
  pathname: string,
  makeCtx: () => Promise<Ctx>,
): Promise<LinkPreview | 'missing' | null> {
  const slug = ADDRESS.exec(pathname)?.[1];
  if (slug === undefined) return null;
  const ctx = await makeCtx();
  if (ctx.front !== 'studio' || !ctx.flags['public-musician-pages']) return null;
  try {
    const musician = await shownMusician(ctx.db, slug);
    if (musician === undefined) return 'missing';
    const origin = ctx.settings.origins.studio.canonical;
    const { name, title, bio, card_description, image_url } = musician;
    return {
      site: STUDIO_NAME,
      title: `${[name, title].filter(Boolean).join(', ')} · ${STUDIO_NAME}`,
      description: previewText(bio || card_description || title),
      url: new URL(`/musicians/${musician.slug}`, origin).href,
      image: image_url === null ? null : new URL(image_url, origin).href,
    };
  } catch (error) {
    // The screen says what is wrong; its page must not fail with the database.
    ctx.log.warn({ err: error }, 'no link preview');
    return null;
  }
}
