import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { programCommand } from './program-command.ts';

test('the repository runs its programs by npm, a release by those in its bin', () => {
  expect(programCommand('studio', 'prices sync')).toBe('npm run studio -- prices sync');
  expect(programCommand('storage-setup')).toBe('npm run storage:setup');
  expect(programCommand('studio', 'prices sync', true)).toBe('bin/studio prices sync');
  expect(programCommand('studio', '', true)).toBe('bin/studio');
  expect(programCommand('storage-setup', '', true)).toBe('bin/storage-setup');
});

test('no other text names a command by npm', () => {
  const named = ['server', 'shared', 'client', 'scripts'].flatMap((tree) =>
    fs
      .readdirSync(tree, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => {
        const code = fs.readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
        return /npm run (studio|storage:setup)/.test(code);
      }),
  );
  expect(named).toEqual([]);
});
