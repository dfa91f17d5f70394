import { expect, test } from 'vitest';
import { createUploadMemory } from './memory.ts';

function fake(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
    removeItem: (name: string) => {
      delete kept[name];
    },
  };
}

test('keeps session ids by person, and nothing of who has none', () => {
  const storage = fake();
  const memory = createUploadMemory(() => storage);
  memory.write('ana', [100217, 100218]);
  expect([memory.read('ana'), memory.read('ben')]).toEqual([[100217, 100218], []]);
  memory.write('ana', []);
  expect(storage.kept).toEqual({});
});

test.each(['', '{', '"x"', '{"a":1}', '[1.5,-2,"3",null]'])('reads %j as nothing', (text) => {
  expect(createUploadMemory(() => fake({ 'talkback.uploads.ana': text })).read('ana')).toEqual([]);
});

test('does without a browser that keeps nothing', () => {
  const memory = createUploadMemory(() => {
    throw new Error('SecurityError');
  });
  memory.write('ana', [1]);
  expect(memory.read('ana')).toEqual([]);
});
