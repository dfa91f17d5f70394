import type { Kept } from './rules-kept-table.ts';
import { PERSON } from './rules-kept-account.ts';

/** What the studio notes of its own work for people; the account itself comes last. */
export const STUDIO: readonly Kept[] = [
  {
    kind: 'mails',
    what: 'Which mails were sent to you, and when',
    why: 'So that none is sent twice, and support can see what arrived.',
    howLong: '400 days.',
    onErase: 'deleted',
    erasing: 'Deleted.',
    files: ['mails.json'],
    tables: [
      { table: 'email_log', of: { id: 'person_id' }, erase: 'rows' },
      { table: 'email_log', of: { address: 'recipient' }, erase: 'rows' },
      {
        table: 'dead_letters',
        of: { address: 'singleton_key' },
        erase: 'nothing',
        stays: ['queue', 'data', 'singleton_key', 'failure', 'outcome'],
      },
    ],
  },
  {
    kind: 'changes',
    what: 'What operators changed in your account, and when',
    why: 'So that the studio can be held to account.',
    howLong: '10 years.',
    onErase: 'kept',
    erasing: 'It stays. It never holds your name or address, only the account’s number.',
    files: ['changes-by-the-studio.json'],
    tables: [
      {
        table: 'audit_log',
        of: { id: 'person_id' },
        erase: 'nothing',
        stays: ['operator_id', 'what', 'object_kind', 'object_id', 'reason', 'before', 'after'],
      },
      // The studio's own words, with the operator who wrote them.
      {
        table: 'content_versions',
        of: { id: 'published_by' },
        erase: 'nothing',
        stays: ['name', 'value', 'note'],
      },
      { table: 'content_drafts', of: { id: 'saved_by' }, erase: 'nothing', stays: ['name', 'value'] },
    ],
  },
  {
    kind: 'own-data',
    what: 'When you downloaded your data or asked to delete your account',
    why: 'To do it, and to bound how often.',
    howLong: 'Downloads 30 days; a deletion as long as the studio has books of the account.',
    onErase: 'kept',
    erasing: 'That the account was deleted, and when, stays; downloads are deleted.',
    files: ['own-data.json'],
    tables: [
      { table: 'data_exports', of: { id: 'person_id' }, erase: 'rows', stays: ['made_by'] },
      { table: 'erasures', of: { id: 'person_id' }, erase: 'nothing', stays: ['requested_by'] },
    ],
  },
  PERSON,
];
