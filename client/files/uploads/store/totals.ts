import type { Upload, UploadGroup } from './ports.ts';

/** Totals over all uploads. */
export interface UploadTotals {
  readonly files: number;
  readonly finished: number;
  readonly failed: number;
  readonly unfinished: number;
  /** Whether nothing moves because the connection is away. */
  readonly waiting: boolean;
  /** Percentage of all bytes, whole; 100 only when everything has arrived. */
  readonly percent: number;
}

/** The totals of some sessions' uploads. */
export function uploadTotals(groups: readonly UploadGroup[]): UploadTotals {
  const all = groups.flatMap(({ uploads }) => uploads);
  const total = all.reduce((sum, upload) => sum + upload.total, 0);
  const loaded = all.reduce((sum, upload) => sum + upload.loaded, 0);
  const finished = all.filter(({ status }) => status === 'completed').length;
  const moving = all.filter(({ status }) => status === 'uploading');
  const share = total === 0 ? 0 : Math.floor((loaded / total) * 100);
  return {
    files: all.length,
    finished,
    failed: all.filter(({ status }) => status === 'failed').length,
    unfinished: groups.reduce((sum, { unfinished }) => sum + unfinished.length, 0),
    waiting: moving.length > 0 && moving.every(({ waiting }) => waiting),
    percent: finished === all.length && finished > 0 ? 100 : Math.min(share, 99),
  };
}

/** The uploads' status in a few words, as the bubble shows it. */
export function summaryOf(sums: UploadTotals): string {
  const { files, finished, failed, unfinished, waiting } = sums;
  if (waiting) return 'Waiting for the connection…';
  if (finished + failed < files) return `${finished} of ${files} ${files === 1 ? 'file' : 'files'} uploaded`;
  if (failed > 0) return failed === 1 ? '1 file was not uploaded' : `${failed} files were not uploaded`;
  if (unfinished > 0) return unfinished === 1 ? '1 unfinished upload' : `${unfinished} unfinished uploads`;
  return 'All files are uploaded';
}

const RANK: Readonly<Record<Upload['status'], number>> = {
  failed: 0,
  uploading: 1,
  pending: 2,
  completed: 3,
};

/** The first rows of a list that is too long to draw: what failed, then what moves. Shorter lists stay as they are. */
export function firstRows(rows: readonly Upload[], max: number): readonly Upload[] {
  if (rows.length <= max) return rows;
  return rows.toSorted((a, b) => RANK[a.status] - RANK[b.status]).slice(0, max);
}
