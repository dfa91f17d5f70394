import { get } from '../lib/call.ts';

export const getStudio = get('/content/studio');
export const getLimitations = get('/content/limitations');
export const getPicture = get('/content/pictures/:file');
