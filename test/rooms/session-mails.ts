import { expect } from 'vitest';
import { sendSessionMails } from '#server/notifications/send-session-mails.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { test as base, type Received } from './mails.ts';

/** The one mail of a list. */
export const only = (mails: Received[]): Received => {
  expect(mails).toHaveLength(1);
  return mails[0] as Received;
};

/** `test` with a client in Adelaide, a musician in Lisbon, and the mails of their sessions. */
export const test = base
  .extend('options', { scope: 'file' }, ({ mailServer }) => ({
    env: { ...mailServer.env, MAIL_FROM: 'Talkback <studio@talkback.test>' },
  }))
  .extend('client', ({ studio }) => studio.makeClient({ name: 'Clara Client', zone: 'Australia/Adelaide' }))
  .extend('musician', ({ studio }) =>
    studio.makeMusician({ name: 'Max Musician', zoomLink: 'https://zoom.example/max' }),
  )
  /** Books the musician's slot of that index, some days ahead. */
  .extend(
    'book',
    ({ studio, bookingApi, client, musician }) =>
      async (index = 40, message: string | null = null): Promise<Session> => {
        const slots = await studio.slotsOf(musician);
        const held = await bookingApi.prebook(client, [slots[index] as { id: string }]);
        const changes = message === null ? {} : { message };
        const answer = await bookingApi.confirm(client, held.body.session.id, changes);
        expect(answer.status).toBe(201);
        return answer.body.session;
      },
  )
  /** Changes are mailed 10 minutes later. */
  .extend('tenLater', { scope: 'file' }, ({ app, drain }) => async () => {
    await drain();
    app.clock.add({ minutes: 10 });
    await sendSessionMails.run(app.ctx(), {});
    await drain();
  });
