import { expect, test } from 'vitest';
import { groupNeed, type GroupFiles, type GroupNeed, type GroupState } from './group.ts';

const stop = () => undefined;
const idle = { report: 'none', partial: false, listing: null } as const;
const files: GroupFiles = { count: 2, unreported: 0, isIncomplete: false };

test.each<[string, Partial<GroupState>, Partial<GroupFiles>, GroupNeed]>([
  ['nothing is left', {}, { count: 0 }, 'end'],
  ['nothing is left and it was reported', { report: 'reported' }, { count: 0 }, 'end'],
  ['nothing is left but the report failed', { report: 'failed' }, { count: 0 }, 'nothing'],
  ['nothing is left while it is reported', { report: 'reporting' }, { count: 0 }, 'nothing'],
  ['nothing is left but the studio waits for the rest', { partial: true }, { count: 0 }, 'report'],
  ['nothing is left but a report is planned', { listing: stop }, { count: 0 }, 'nothing'],
  ['some are on their way', {}, { isIncomplete: true }, 'nothing'],
  ['some have arrived, others not', {}, { isIncomplete: true, unreported: 1 }, 'report_some'],
  [
    'some have arrived during the report',
    { report: 'reporting' },
    { isIncomplete: true, unreported: 1 },
    'report_some',
  ],
  ['all have arrived', {}, { unreported: 2 }, 'report'],
  ['all have arrived and a partial report is planned', { listing: stop }, { unreported: 2 }, 'report'],
  ['all have arrived and one is under way', { listing: 'busy' }, { unreported: 2 }, 'nothing'],
  ['all have arrived during the report', { report: 'reporting' }, { unreported: 1 }, 'nothing'],
  ['all are listed, the studio waits for the rest', { report: 'reported', partial: true }, {}, 'report'],
  ['all are listed and reported', { report: 'reported' }, {}, 'nothing'],
  ['the report failed', { report: 'failed' }, { unreported: 1 }, 'report'],
])('%s', (_why, group, over, need) => {
  expect(groupNeed({ ...idle, ...group }, { ...files, ...over })).toBe(need);
});
