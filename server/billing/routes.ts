import * as contract from '#shared/billing/contract.ts';
import { getAnnouncements } from '#shared/content/contract-documents.ts';
import { serve, type Bound } from '../http/bind.ts';
import { joinBundle } from './join-bundle.ts';
import { listAnnouncements } from './list-announcements.ts';

export const routes: readonly Bound[] = [
  serve(contract.joinBundle, joinBundle),
  serve(getAnnouncements, (ctx) => listAnnouncements(ctx)),
];
