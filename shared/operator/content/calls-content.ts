import { get, post, put } from '../../lib/call.ts';

export const bringVersionBack = post('/api/v2/operator/content/:name/versions/:version/bring-back');
export const discardDraft = post('/api/v2/operator/content/:name/draft/discard');
export const getContentDocument = get('/api/v2/operator/content/:name');
export const getContentVersion = get('/api/v2/operator/content/:name/versions/:version');
export const listContent = get('/api/v2/operator/content');
export const listPrices = get('/api/v2/operator/prices');
export const makePrices = post('/api/v2/operator/prices/make');
export const addPicture = post('/api/v2/operator/pictures');
export const listPictures = get('/api/v2/operator/pictures');
export const removePicture = post('/api/v2/operator/pictures/:file/remove');
export const listFlags = get('/api/v2/operator/flags');
export const publishDraft = post('/api/v2/operator/content/:name/publish');
export const resetContent = post('/api/v2/operator/content/:name/reset');
export const saveDraft = put('/api/v2/operator/content/:name/draft');
export const setFlag = post('/api/v2/operator/flags/:name/set');
export const unsetFlag = post('/api/v2/operator/flags/:name/unset');
