import { startTestStore } from '#test/rooms/disk-store.ts';
import { storageProbes } from '#test/s3/probes.ts';

storageProbes('our own store', async (onCleanup) => {
  const store = await startTestStore();
  onCleanup(() => store.close());
  return { ...store, bucket: store.identity.bucket };
});
