import * as z from 'zod/mini';
import { MusicianPage } from '../explore/contract-page.ts';
import { endpoint } from '../lib/endpoint.ts';
import * as calls from './calls.ts';

export const previewDraft = endpoint({
  ...calls.previewDraft,
  summary: "The musician's page as clients would see it if the draft were published",
  who: ['partner'],
  response: z.object({ musician: MusicianPage }),
  problems: { not_found: { status: 404, detail: 'Only musicians have a page.' } },
});
