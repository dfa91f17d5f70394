import {
  GetBucketPolicyCommand,
  GetPublicAccessBlockCommand,
  PutBucketPolicyCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { emptyIfMissing, setIfSupported } from './unknown.ts';

const POLICY_ID = 'TalkbackDenyPublicAcls';
const PUBLIC_ACLS = ['public-read', 'public-read-write', 'authenticated-read'];

/** The rule that prevents public ACLs; not every service knows one. */
export type PublicAcls = 'public access block' | 'policy' | 'not supported';

/**
 * Makes the service ignore or refuse public ACLs (docs/product/storage.md#public-acls). Other settings and
 * statements stay.
 */
export async function denyPublicAcls(client: S3Client, Bucket: string): Promise<PublicAcls> {
  if ((await setIfSupported(() => ignorePublicAcls(client, Bucket))) === 'set') return 'public access block';
  const policy = await setIfSupported(async () => {
    await denyByPolicy(client, Bucket);
    return true;
  });
  return policy === 'set' ? 'policy' : policy;
}

/**
 * Ignores public ACLs instead of refusing them: Ceph 16 refuses every PUT of a bucket that blocks them. false
 * where the service mistakes the call for another.
 */
async function ignorePublicAcls(client: S3Client, Bucket: string): Promise<boolean> {
  const get = () => emptyIfMissing(client.send(new GetPublicAccessBlockCommand({ Bucket })));
  const { PublicAccessBlockConfiguration: current = {} } = await get();
  const PublicAccessBlockConfiguration = { ...current, IgnorePublicAcls: true };
  await client.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
  const { PublicAccessBlockConfiguration: now = {} } = await get();
  return now.IgnorePublicAcls === true;
}

async function denyByPolicy(client: S3Client, Bucket: string): Promise<void> {
  const { Policy = '{}' } = await emptyIfMissing(client.send(new GetBucketPolicyCommand({ Bucket })));
  const current = JSON.parse(Policy) as { Version?: string; Statement?: { Sid?: string }[] };
  const ours = {
    Sid: POLICY_ID,
    Effect: 'Deny',
    Principal: '*',
    Action: ['s3:PutObject', 's3:PutObjectAcl'],
    Resource: `arn:aws:s3:::${Bucket}/*`,
    Condition: { StringEquals: { 's3:x-amz-acl': PUBLIC_ACLS } },
  };
  const Statement = [...(current.Statement ?? []).filter(({ Sid }) => Sid !== POLICY_ID), ours];
  const policy = { ...current, Version: current.Version ?? '2012-10-17', Statement };
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify(policy) }));
}
