import { describe, expect } from 'vitest';
import { offerService, stopService } from '#shared/operator/content/contract-services.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test as base } from '#test/rooms/waiting.ts';
import { often } from '#test/thorough.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('stop', { scope: 'file' }, ({ app, studio, operator }) => async (name = 'recording') => {
    const params = { id: studio.service(name) };
    return (await app.call(stopService, { params }, operator)).status;
  })
  .extend('offerAgain', { scope: 'file' }, ({ app, studio, operator }) => async (name = 'recording') => {
    const params = { id: studio.service(name) };
    return (await app.call(offerService, { params }, operator)).status;
  });

describe('a service that an operator stops', () => {
  test('ends what was offered with it at once, for the next with another service; the place stays', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    studio,
    stop,
    offerAgain,
    drain,
    ann,
    bob,
  }) => {
    const { musician, booker, sessions, slots } = await makeBusy({ services: ['recording', 'consultation'] });
    await waitingApi.join(ann, musician);
    await waitingApi.join(bob, musician, { service_id: studio.service('consultation') });
    await bookingApi.cancel(booker, sessions[2] ?? 0);
    await drain();
    const offer = await waitingApi.offerOf(ann);
    expect(offer?.start_date).toBe(slots[2]?.starts_at.toString());
    expect((await waitingApi.list(ann))[0]?.service).toMatchObject({ is_stopped: false });

    expect(await stop()).toBe(200);
    expect(await waitingApi.list(ann)).toMatchObject([
      { position: 1, offer: null, service: { label: 'Recording session', is_stopped: true } },
    ]);
    expect((await waitingApi.accept(ann, offer?.id ?? '')).problem.code).toBe('offer_over');
    expect(await brokenInvariants(app.db)).toEqual([]);
    await drain();
    expect((await waitingApi.offerOf(bob))?.start_date).toBe(offer?.start_date);
    expect((await waitingApi.list(bob))[0]?.service).toMatchObject({ is_stopped: false });

    await bookingApi.cancel(booker, sessions[3] ?? 0);
    await drain();
    expect(await waitingApi.offerOf(ann)).toBe(null);

    expect(await offerAgain()).toBe(200);
    await drain();
    expect((await waitingApi.offerOf(ann))?.start_date).toBe(slots[3]?.starts_at.toString());
    expect(await waitingApi.list(ann)).toMatchObject([{ position: 1, service: { is_stopped: false } }]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('gives the time back to all where nobody else waits, and may offer it again', async ({
    makeBusy,
    waitingApi,
    bookingApi,
    stop,
    offerAgain,
    drain,
    ann,
  }) => {
    const { musician, booker, sessions } = await makeBusy();
    await waitingApi.join(ann, musician);
    await bookingApi.cancel(booker, sessions[1] ?? 0);
    await drain();
    const offer = await waitingApi.offerOf(ann);
    expect(await stop()).toBe(200);
    expect(await stop()).toBe(409);
    await drain();
    expect(await waitingApi.offerOf(ann)).toBe(null);
    expect(await offerAgain()).toBe(200);
    await drain();
    const again = await waitingApi.offerOf(ann);
    expect(again?.start_date).toBe(offer?.start_date);
    expect(again?.id).not.toBe(offer?.id);
  });

  test('while an offer is accepted: it is a hold, or the offer is over', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    stop,
    offerAgain,
    drain,
  }) => {
    const { musician, booker, sessions, slots } = await makeBusy();
    for (let round = 0; round < often('ROUNDS', { thorough: 4, quick: 3 }); round += 1) {
      const ann = await app.people.make('client');
      await waitingApi.join(ann, musician);
      await bookingApi.cancel(booker, sessions[round] ?? 0);
      await drain();
      const offer = (await waitingApi.offerOf(ann))?.id ?? '';
      const accepting = waitingApi.accept(ann, offer);
      // Every third acceptance is done before the other begins.
      if (round % 3 === 2) await accepting;
      const [accepted, stopped] =
        round % 3 === 0
          ? (await Promise.all([stop(), accepting])).toReversed()
          : await Promise.all([accepting, stop()]);
      expect(stopped).toBe(200);
      const answer = accepted as Awaited<ReturnType<typeof waitingApi.accept>>;
      expect(answer.status === 201 ? 'held' : answer.problem.code).toMatch(/^(held|offer_over)$/);
      expect(await waitingApi.offerOf(ann)).toBe(null);
      expect(await brokenInvariants(app.db)).toEqual([]);
      expect(await offerAgain()).toBe(200);
      if (answer.status === 201) await bookingApi.release(ann, answer.body.session.id);
      for (const { id } of await waitingApi.list(ann)) await waitingApi.leave(ann, id);
      await drain();
      await bookingApi.book(booker, slots.slice(round, round + 1));
    }
  });

  test('while times return to many lines: nothing that was offered with it stands', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    stop,
    offerAgain,
    drain,
  }) => {
    const busy = [await makeBusy(), await makeBusy()];
    const people = [];
    for (const { musician } of busy) {
      const ann = await app.people.make('client');
      await waitingApi.join(ann, musician);
      people.push(ann);
    }
    await drain();
    await Promise.all(busy.map(({ booker, sessions }) => bookingApi.cancel(booker, sessions[0] ?? 0)));
    const [, stopped] = await Promise.all([drain(), stop()]);
    expect(stopped).toBe(200);
    for (const ann of people) expect(await waitingApi.offerOf(ann)).toBe(null);
    await drain();
    for (const ann of people) expect(await waitingApi.offerOf(ann)).toBe(null);
    expect(await brokenInvariants(app.db)).toEqual([]);
    expect(await offerAgain()).toBe(200);
    await drain();
    for (const ann of people) expect(await waitingApi.offerOf(ann)).not.toBe(null);
  });
});
