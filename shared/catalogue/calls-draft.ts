import { get, post, put } from '../lib/call.ts';

export const getDraft = get('/api/v2/musicians/draft');
export const saveDraft = put('/api/v2/musicians/draft');
export const publishDraft = post('/api/v2/musicians/draft/publish');
export const takeBackDraft = post('/api/v2/musicians/draft/take-back');
export const discardDraft = post('/api/v2/musicians/draft/discard');
