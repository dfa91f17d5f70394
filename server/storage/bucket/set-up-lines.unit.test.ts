import { expect, test } from 'vitest';
import { setUpLines } from './set-up-lines.ts';

const origins = ['https://studio.example', 'https://operator.example'];

test('a service that knows every setting', () => {
  const done = { cors: 'set', lifecycle: 'set', publicAcls: 'policy' } as const;
  expect(setUpLines({ bucket: 'files', origins, done })).toEqual([
    'Bucket files is ready.',
    '  Pages on https://studio.example, https://operator.example may send and get files.',
    '  Uploads that nobody goes on with end after 7 days.',
    '  No file can be made public by an ACL (bucket policy).',
  ]);
});

test('what a service does not know is no failure', () => {
  const none = 'not supported';
  const done = { cors: none, lifecycle: none, publicAcls: none } as const;
  const [ready, ...lines] = setUpLines({ bucket: 'files', origins, done });
  expect(ready).toBe('Bucket files is ready.');
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(/: this service does not know this setting; nothing to do( here)?\./);
});
