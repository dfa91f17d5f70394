import { del, get, post, put } from '../lib/call.ts';

export const ownSamples = get('/api/v2/musicians/samples');
export const beginSample = post('/api/v2/musicians/samples');
export const finishSample = post('/api/v2/musicians/samples/:id/finish');
export const describeSample = put('/api/v2/musicians/samples/:id');
export const orderSamples = put('/api/v2/musicians/samples/order');
export const deleteSample = del('/api/v2/musicians/samples/:id');
export const sampleLink = get('/api/v2/musicians/samples/:id/link');
export const musicianSamples = get('/api/v2/musicians/:id/samples');
