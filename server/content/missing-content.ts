import type { Ctx } from '../ctx/ctx.ts';
import { documentOf, isShipped } from './documents/read.ts';

/** Documents that lack what only the studio can say, and what is missing (docs/product/content.md#unset-content). */
export async function missingContent(ctx: Pick<Ctx, 'db' | 'settings'>): Promise<string[]> {
  const { links } = ctx.settings;
  const { customer_success } = await documentOf(ctx, 'how-it-works');
  const { name: company } = await documentOf(ctx, 'company');
  const { orchestras } = await documentOf(ctx, 'pricing');
  return [
    ...(company.trim() === '' ? ['company (who issues the invoices)'] : []),
    ...(customer_success === null ? ['how-it-works (whom people get to know)'] : []),
    ...(orchestras.some(({ link }) => link === null) ? ['pricing (where orchestras are asked for)'] : []),
    ...(links.privacy === null && (await isShipped(ctx, 'privacy')) ? ['privacy (who you are)'] : []),
    ...(links.terms === null && (await isShipped(ctx, 'terms')) ? ['terms (who you are)'] : []),
  ];
}
