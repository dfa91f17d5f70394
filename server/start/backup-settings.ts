import path from 'node:path';
import type { KeptPeriods } from '#shared/operator/system/rules-backups.ts';
import type { BackupTarget } from '../lib/settings.ts';
import { KEY_PREFIXES } from '../storage/key-prefixes.ts';

const S3_TARGET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([\w.-]+(?:\/[\w.-]+)*)\/?$/;

/** A folder or a prefix of a bucket; null for anything else, and for a prefix where files are. */
export function parseBackupTarget(text: string): BackupTarget | null {
  if (path.isAbsolute(text)) return { kind: 'folder', folder: path.resolve(text) };
  const [, bucket, prefix] = S3_TARGET.exec(text) ?? [];
  if (bucket === undefined || prefix === undefined) return null;
  return KEY_PREFIXES.some((files) => `${prefix}/`.startsWith(files)) ? null : { kind: 's3', bucket, prefix };
}

/** Numbers by period, each at most 999 and not all 0; null for anything else. A period that is not named keeps none. */
export function parseKeep(text: string): KeptPeriods | null {
  const keep = { daily: 0, weekly: 0, monthly: 0 };
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [, number, period] = /^\s*(\d{1,3}) (daily|weekly|monthly)\s*$/.exec(part) ?? [];
    if (period === undefined || named.has(period)) return null;
    named.add(period);
    keep[period as keyof typeof keep] = Number(number);
  }
  return keep.daily + keep.weekly + keep.monthly === 0 ? null : keep;
}
