import { del, get, post } from '../lib/call.ts';

export const getOwnData = get('/api/v2/own-data');
export const startExport = post('/api/v2/own-data/exports');
export const downloadExport = get('/api/v2/own-data/exports/:id');
export const requestErasure = post('/api/v2/own-data/erasure');
export const requestErasureLink = post('/api/v2/own-data/erasure-link');
export const confirmErasure = post('/api/v2/own-data/confirm-erasure');
export const takeBackErasure = del('/api/v2/own-data/erasure');
export const keepAccount = post('/api/v2/own-data/keep-account');
