import { Dollars, Picture } from '#shared/content/contract-documents.ts';
import { BasisPoints } from '#shared/content/contract-store.ts';
import { formOf, type FormField } from '#shared/content/rules-form.ts';
import type * as z from 'zod/mini';
import { DOCUMENTS, type DocumentKind, type DocumentName } from './registry.ts';

const KINDS = new Map<z.ZodMiniType, 'dollars' | 'percent' | 'picture'>([
  [Dollars, 'dollars'],
  [BasisPoints, 'percent'],
  [Picture, 'picture'],
]);

/** The form of a document (docs/product/content.md#forms). */
export function documentForm(name: DocumentName): FormField[] {
  const { schema, html } = DOCUMENTS[name] as unknown as DocumentKind<Record<string, unknown>>;
  return formOf(schema, { html: html === undefined ? [] : [html], kinds: KINDS });
}
