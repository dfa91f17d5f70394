import { del, get, post } from '../lib/call.ts';

export const ownSamples = get('/api/v2/musicians/samples');
export const beginSample = post('/api/v2/musicians/samples');
export const finishSample = post('/api/v2/musicians/samples/:id/finish');
export const deleteSample = del('/api/v2/musicians/samples/:id');
export const sampleLink = get('/api/v2/musicians/samples/:id/link');
export const musicianSamples = get('/api/v2/musicians/:id/samples');
