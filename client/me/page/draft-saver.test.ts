import { expect, test as base, vi } from 'vitest';
import type { Profile } from '#shared/catalogue/rules-draft.ts';
import { createDraftSaver, type SaveStatus } from './draft-saver.ts';

const EMPTY: Profile = {
  title: '',
  card_description: '',
  bio: '',
  styles: [],
  instruments: [],
  services: [],
  samples: [],
  deleted: [],
};
const titled = (title: string): Profile => ({ ...EMPTY, title });

/** A saver against a server whose answers the test gives. */
const test = base.extend('desk', () => {
  const sent: { title: string; version: number }[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const statuses: SaveStatus[] = [];
  let later: (() => void) | null = null;
  const saver = createDraftSaver({
    async send({ title }, version) {
      sent.push({ title, version });
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      await answer.promise;
      return { version: version + 1, state: 'changed' };
    },
    isConflict: (error) => error === 'conflict',
    onStatus: (status) => statuses.push(status),
    later(_ms, run) {
      later = run;
      return () => (later = null);
    },
  });
  saver.reset(EMPTY, 3);
  return {
    saver,
    sent,
    statuses,
    answer: (at: number, error?: string) =>
      error === undefined ? answers[at]?.resolve() : answers[at]?.reject(error),
    elapse: () => later?.(),
    isWaiting: () => later !== null,
  };
});

test('what is typed within the pause is saved once', async ({ desk: { saver, sent, elapse, answer } }) => {
  saver.change(titled('D'));
  saver.change(titled('Drummer'));
  expect(sent).toEqual([]);
  elapse();
  expect(sent).toEqual([{ title: 'Drummer', version: 3 }]);
  answer(0);
  await vi.waitFor(() => expect(saver.status()).toBe('saved'));
  expect(saver.version()).toBe(4);
  saver.change(titled('Drummer'));
  expect(saver.status()).toBe('saved');
});

test('what is typed while a save runs is saved after it, with the next version', async ({
  desk: { saver, sent, elapse, answer },
}) => {
  saver.change(titled('One'));
  elapse();
  saver.change(titled('Two'));
  const done = saver.flush();
  expect(sent).toHaveLength(1);
  answer(0);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  answer(1);
  expect(await done).toBe(true);
  expect(sent[1]).toEqual({ title: 'Two', version: 4 });
});

test('a failure is tried again', async ({ desk: { saver, sent, elapse, answer, isWaiting } }) => {
  saver.change(titled('One'));
  elapse();
  answer(0, 'away');
  await vi.waitFor(() => expect(saver.status()).toBe('failed'));
  expect(isWaiting()).toBe(true);
  elapse();
  answer(1);
  await vi.waitFor(() => expect(saver.status()).toBe('saved'));
  expect(sent).toHaveLength(2);
});

test('after a conflict nothing is sent until one of both is chosen', async ({
  desk: { saver, sent, elapse, answer },
}) => {
  saver.change(titled('Mine'));
  elapse();
  answer(0, 'conflict');
  await vi.waitFor(() => expect(saver.status()).toBe('conflict'));
  saver.change(titled('Mine too'));
  expect(await saver.flush()).toBe(false);
  expect(sent).toHaveLength(1);
  saver.keepOver(titled('Mine too'), 9);
  await vi.waitFor(() => expect(sent[1]).toEqual({ title: 'Mine too', version: 9 }));
});
