import type { BucketSetUp } from './gateway.ts';

const PUBLIC_ACLS: Readonly<Record<BucketSetUp['publicAcls'], string>> = {
  'public access block': 'No file can be made public by an ACL (public access block).',
  policy: 'No file can be made public by an ACL (bucket policy).',
  'not supported': 'Public ACLs: this service does not know this setting; nothing to do.',
};

/** What the set-up of a bucket says, in lines. What a service does not know is no fault (docs/operating.md#files). */
export function setUpLines({
  bucket,
  origins,
  done,
}: {
  readonly bucket: string;
  readonly origins: readonly string[];
  readonly done: BucketSetUp;
}): string[] {
  const { cors, lifecycle, publicAcls } = done;
  return [
    `Bucket ${bucket} is ready.`,
    cors === 'set'
      ? `  Pages on ${origins.join(', ')} may send and get files.`
      : '  CORS of a bucket: this service does not know this setting; nothing to do here. It allows our pages by a setting of its own (docs/operating.md#files).',
    lifecycle === 'set'
      ? '  Uploads that nobody goes on with end after 7 days.'
      : '  End of unfinished uploads: this service does not know this setting; nothing to do here. It clears them by means of its own.',
    `  ${PUBLIC_ACLS[publicAcls]}`,
  ];
}
