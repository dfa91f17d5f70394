import { describe, expect, test } from 'vitest';
import { filesOfDrop, sortPicked, type PickedFile } from './picked-files.ts';

const picked = (path: string, size = 1): PickedFile => {
  const file = new File(['x'], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'size', { value: size });
  return { file, path };
};

const fileEntry = (path: string) => ({
  isDirectory: false,
  fullPath: path,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], path.split('/').at(-1) ?? '')),
});
/** A folder that returns its entries 100 at a time, as browsers do. */
const folderEntry = (path: string, children: unknown[]) => ({
  isDirectory: true,
  fullPath: path,
  createReader: () => {
    const left = [...children];
    return { readEntries: (resolve: (some: unknown[]) => void) => resolve(left.splice(0, 100)) };
  },
});
const drop = (...entries: unknown[]) =>
  filesOfDrop({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null })),
  } as unknown as DataTransfer);

describe('a choice of files', () => {
  test('takes 5368709120 bytes and refuses one more, before anything is sent', () => {
    const { ready, tooLarge } = sortPicked([picked('a.wav', 5_368_709_120), picked('b.wav', 5_368_709_121)]);
    expect(ready.map(({ path }) => path)).toEqual(['a.wav']);
    expect(tooLarge).toEqual(['b.wav']);
  });

  test('keeps folders as a prefix, and empty files', () => {
    const [one] = sortPicked([picked('stems/drums/kick.wav', 0)]).ready;
    expect(one).toMatchObject({ prefix: 'stems/drums/', name: 'kick.wav', path: 'stems/drums/kick.wav' });
  });

  test('cleans names as the studio keeps them', () => {
    const { ready } = sortPicked([picked('..\\..\\a\u202Eb\u0000.wav'), picked('Zoe\u0308.wav')]);
    expect(ready.map(({ path }) => path)).toEqual(['ab.wav', 'Zo\u00eb.wav']);
  });

  test('tells two files of one name apart', () => {
    const { ready } = sortPicked([
      picked('a\u0308.wav'),
      picked('\u00e4.wav'),
      picked('\u00e4.wav'),
      picked('x/\u00e4.wav'),
    ]);
    expect(ready.map(({ path }) => path)).toEqual(['ä.wav', 'ä (2).wav', 'ä (3).wav', 'x/ä.wav']);
  });

  test('leaves out what systems put into folders, and names with nothing readable', () => {
    const { ready, unusable } = sortPicked([
      picked('stems/.DS_Store'),
      picked('stems/._kick.wav'),
      picked('stems/\u202E'),
      picked('stems/.hidden'),
    ]);
    expect(ready.map(({ path }) => path)).toEqual(['stems/.hidden']);
    expect(unusable).toEqual(['stems/\u202E']);
  });
});

describe('a dropped folder', () => {
  test('is read to its depth, also beyond 100 entries', async () => {
    const many = Array.from({ length: 250 }, (_, n) => fileEntry(`/stems/deep/${n}.wav`));
    const files = await drop(
      folderEntry('/stems', [folderEntry('/stems/deep', many), fileEntry('/stems/a.wav')]),
    );
    expect(files).toHaveLength(251);
    expect(files.at(-1)?.path).toBe('stems/a.wav');
    expect(files[0]?.path).toBe('stems/deep/0.wav');
  });

  test('that cannot be read rejects', async () => {
    const broken = {
      isDirectory: true,
      createReader: () => ({
        readEntries: (_: unknown, reject: (error: Error) => void) => reject(new Error('gone')),
      }),
    };
    await expect(drop(broken)).rejects.toThrow('gone');
  });
});
