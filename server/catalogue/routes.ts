import * as contract from '#shared/catalogue/contract.ts';
import * as draft from '#shared/catalogue/contract-draft.ts';
import * as samples from '#shared/catalogue/contract-samples.ts';
import { serve, type Bound } from '../http/bind.ts';
import { publishDraft } from './draft/publish.ts';
import { getDraft } from './draft/read.ts';
import { discardDraft, saveDraft, takeBackDraft } from './draft/save.ts';
import { beginSample } from './samples/begin.ts';
import { deleteSample } from './samples/delete.ts';
import { finishSample } from './samples/finish.ts';
import { sampleLink } from './samples/link.ts';
import { listMusicianSamples } from './samples/list-of-musician.ts';
import { listOwnSamples } from './samples/list.ts';
import * as catalogue from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.listInstruments, (ctx) => catalogue.listInstruments(ctx)),
  serve(contract.getPartner, (ctx, input) => catalogue.getPartner(ctx, input)),
  serve(samples.ownSamples, (ctx) => listOwnSamples(ctx)),
  serve(samples.beginSample, (ctx, input) => beginSample(ctx, input)),
  serve(samples.finishSample, (ctx, input) => finishSample(ctx, input)),
  serve(samples.deleteSample, (ctx, input) => deleteSample(ctx, input)),
  serve(samples.sampleLink, (ctx, input) => sampleLink(ctx, input)),
  serve(samples.musicianSamples, (ctx, input) => listMusicianSamples(ctx, input)),
  serve(draft.getDraft, (ctx) => getDraft(ctx)),
  serve(draft.saveDraft, saveDraft),
  serve(draft.publishDraft, publishDraft),
  serve(draft.takeBackDraft, (ctx) => takeBackDraft(ctx)),
  serve(draft.discardDraft, discardDraft),
];
