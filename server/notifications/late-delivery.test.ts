import { describe, expect } from 'vitest';
import { updateMe } from '#shared/me/contract.ts';
import { close, rate } from '#shared/sessions/contract.ts';
import { test } from '#test/rooms/reminders.ts';

describe('a late delivery', () => {
  test('is said to the musician 2 and 24 hours after it was due, each once', async ({
    client,
    musician,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const due = (await inDays(3)).ends.add({ minutes: 15 });
    at(due.add({ minutes: 119 }));
    await look();
    subjects(musician.person);
    subjects(client);
    const counts = [];
    for (const hours of [2, 3, 24, 25]) {
      at(due.add({ hours }));
      await look();
      counts.push(
        subjects(musician.person).filter((one) => one.startsWith('Session files are late: ')).length,
      );
    }
    expect(counts).toEqual([1, 0, 1, 0]);
    expect(subjects(client)).toEqual([]);
  });

  test('is not said once it is closed, or where files are switched off', async ({
    app,
    musician,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const { id, ends } = await inDays(3);
    const due = ends.add({ minutes: 15 });
    at(due.add({ hours: 1 }));
    await app.call(close, { body: { session_id: id } }, musician.person);
    at(due.add({ hours: 2 }));
    await look();
    expect(subjects(musician.person)).toEqual([]);

    const second = await inDays(4);
    await app.call(
      updateMe,
      { body: { user: { notification_settings: { files: false } } } },
      musician.person,
    );
    at(second.ends.add({ hours: 3 }));
    await look();
    expect(subjects(musician.person).filter((subject) => subject.includes('late'))).toEqual([]);
  });
});

test('a rating is mailed to the musician once, with stars and comment', async ({
  app,
  inbox,
  client,
  musician,
  at,
  inDays,
}) => {
  const { id, ends } = await inDays(3);
  at(ends);
  await app.queues.drain();
  inbox.take(musician.person.email);
  const give = (rating: number, comment: string | null) =>
    app.call(rate, { body: { session_id: id, rating, comment } }, client);
  expect((await give(4, 'Great feel')).status).toBe(200);
  await app.queues.drain();
  const [mail, ...others] = inbox.take(musician.person.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^4 stars for your session: /);
  expect(mail?.text).toContain('Great feel');
  await give(5, null);
  await app.queues.drain();
  expect(inbox.take(musician.person.email)).toEqual([]);
});
