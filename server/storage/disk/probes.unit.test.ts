import { afterAll } from 'vitest';
import { storageProbes } from '../foreign/probes.ts';
import { startTestStore } from './testing.ts';

const store = await startTestStore();
afterAll(() => store.close());

storageProbes('our own store', () => ({ ...store, bucket: store.identity.bucket }));
