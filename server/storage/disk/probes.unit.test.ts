import { afterAll } from 'vitest';
import { storageProbes } from '#test/s3/probes.ts';
import { startTestStore } from '#test/rooms/disk-store.ts';

const store = await startTestStore();
afterAll(() => store.close());

storageProbes('our own store', () => ({ ...store, bucket: store.identity.bucket }));
