import { describe, expect } from 'vitest';
import { prebook } from '#shared/booking/contract.ts';
import { getPartner } from '#shared/catalogue/contract.ts';
import { getDraft } from '#shared/catalogue/contract-draft.ts';
import { getConfiguration, listSlots, partnerFilters, searchPartners } from '#shared/explore/contract.ts';
import { musicianPage } from '#shared/explore/contract-page.ts';
import * as contract from '#shared/operator/content/contract-services.ts';
import { listMoveTimes } from '#shared/operator/contract-session.ts';
import { listCatalogueNames } from '#shared/operator/person/contract-invite.ts';
import { getMusicianSchedule } from '#shared/operator/musicians/contract-schedule.ts';
import { getMusician, setMusicianServices } from '#shared/operator/musicians/contract-musician.ts';
import type { EditableService } from '#shared/catalogue/contract-service.ts';
import { getSession } from '#shared/sessions/contract.ts';
import type { TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/booking.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga' }))
  .extend('other', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Otto' }))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient({ credits: 100 }))
  .extend('singer', { scope: 'file' }, ({ studio }) =>
    studio.makeMusician({ name: 'Rafa', slug: 'rafa', services: ['singer', 'mix-advice'] }),
  )
  .extend('read', { scope: 'file' }, ({ app, studio, operator }) => async (name: string) => {
    const params = { id: studio.service(name) };
    const { status, body } = await app.call(contract.getService, { params }, operator);
    expect(status).toBe(200);
    return body;
  })
  .extend(
    'change',
    { scope: 'file' },
    ({ app, studio, operator, read }) =>
      async (name: string, changes: Partial<EditableService>, seen?: string, as = operator) => {
        const now = await read(name);
        const body = { seen: seen ?? now.seen, value: { ...now.value, ...changes } };
        return app.call(contract.changeService, { params: { id: studio.service(name) }, body }, as);
      },
  )
  .extend(
    'offer',
    { scope: 'file' },
    ({ app, studio, operator }) =>
      async (name: string, offered: boolean) => {
        const call = offered ? contract.offerService : contract.stopService;
        const { status, problem } = await app.call(call, { params: { id: studio.service(name) } }, operator);
        return status === 200 ? 'ok' : `${status} ${problem.code}`;
      },
  )
  /** Everything that a client reads of a musician's services. */
  .extend('shown', { scope: 'file' }, ({ app, client, singer }) => async () => {
    const { slug } = singer;
    const [configuration, page, partner, filters, found] = await Promise.all([
      app.call(getConfiguration, { params: { slug }, query: { mode: 'configuration' } }, client),
      app.call(musicianPage, { params: { slug } }, client),
      app.call(getPartner, { params: { id: slug } }, client),
      app.call(partnerFilters, {}, client),
      app.call(searchPartners, { query: { services: 'singer' } }, client),
    ]);
    return {
      booking: priceOf(configuration.body[0]?.services.servicesList ?? []),
      page: priceOf(page.body.musician.services),
      partner: partner.body.partner.services.find(({ value }) => value === 'singer')?.credits,
      filters: priceOf(filters.body.services),
      card: found.body.partners.find((card) => card.slug === slug)?.price_from,
    };
  });

test.afterEach(async ({ change, read }) => {
  const { value, service } = await read('singer');
  if (!service.is_offered) throw new Error('a test leaves the service stopped');
  if (value.credits !== 2 || value.label !== 'Singer session' || value.files_deadline !== 24 * 60)
    await change('singer', { credits: 2, label: 'Singer session', files_deadline: 24 * 60 });
});

test('every service is listed with its prices and how many musicians have it', async ({
  app,
  operator,
  singer,
}) => {
  const { body } = await app.call(contract.listServices, {}, operator);
  expect(singer.slug).toBe('rafa');
  expect(body.services.find(({ value }) => value === 'singer')).toMatchObject({
    label: 'Singer session',
    session_type: 'all',
    unit_minutes: 45,
    credits: 2,
    alternative_value: null,
    musicians: 1,
    is_offered: true,
  });
  expect(body.services).toHaveLength(11);
});

test('a service says what stays as it is and who has it; one that needs no files has no field for them', async ({
  read,
  singer,
}) => {
  const found = await read('singer');
  expect(found.offering).toEqual([{ id: singer.id, name: 'Rafa' }]);
  expect(found.service).toMatchObject({ needs_files: true, files_delivery: 15, questions: ['Part'] });
  expect(found.value.warning_message).toBe('Lyrics and melody have to be final before the session starts.');
  const paths = ({ form }: Awaited<ReturnType<typeof read>>) => form.map(({ path }) => path);
  expect(paths(found)).toContain('files_deadline');
  expect(paths(await read('consultation')).filter((path) => path.startsWith('file'))).toEqual([]);
});

describe('a change', () => {
  test('shows at once wherever the service is read, caches included', async ({
    app,
    client,
    singer,
    change,
    shown,
  }) => {
    const before = await shown();
    expect(Object.values(before)).toEqual([2, 2, 2, 2, 2]);
    const args = { params: { slug: singer.slug }, query: { mode: 'configuration' as const } };
    const first = await app.call(getConfiguration, args, client);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    expect((await app.call(getConfiguration, { ...args, headers }, client)).status).toBe(304);
    expect((await change('singer', { credits: 3 })).status).toBe(200);
    expect(Object.values(await shown())).toEqual([3, 3, 3, 3, 3]);
    expect((await app.call(getConfiguration, { ...args, headers }, client)).status).toBe(200);
  });

  test('leaves booked sessions and holds their price and deadline', async ({
    app,
    bookingApi,
    change,
    client,
    singer,
    studio,
  }) => {
    const [one, , three] = (await studio.slotsOf(singer, 'vocals')).slice(8);
    if (one === undefined || three === undefined) throw new Error('no slots');
    const booked = await bookingApi.book(client, [one], 'singer');
    const held = await bookingApi.hold(client, [three], 'singer');
    await change('singer', { credits: 5, files_deadline: 60, label: 'Singing' });
    const { body } = await bookingApi.confirm(client, held.id);
    expect([body.session.credits, body.session.service.label]).toEqual([2, 'Singing']);
    const due = await app.db
      .selectFrom('sessions')
      .select(['id', 'price', 'files_due_at', 'starts_at'])
      .where('id', 'in', [booked.id, held.id])
      .orderBy('id')
      .execute();
    expect(due.map(({ price }) => price)).toEqual([2, 2]);
    // The one that was booked keeps its day; the hold was booked under the new hour.
    expect(due.map((row) => row.files_due_at?.until(row.starts_at).total('minutes'))).toEqual([24 * 60, 60]);
  });

  test('is refused over a change that was not seen, and audited with what differs', async ({
    app,
    change,
    operator,
    other,
    read,
  }) => {
    const { seen } = await read('mixing');
    expect((await change('mixing', { credits: 4, service_url: '/mixing' }, seen)).status).toBe(200);
    const late = await change('mixing', { credits: 6 }, seen, other);
    expect([late.status, late.problem.code]).toEqual([409, 'changed']);
    expect((await read('mixing')).value.credits).toBe(4);
    const log = await auditOf(app.db, 'service', 'mixing');
    expect(log).toEqual([
      {
        operator_id: operator.id,
        what: 'service.changed',
        person_id: null,
        reason: null,
        before: { credits: 3, service_url: null },
        after: { credits: 4, service_url: '/mixing' },
      },
    ]);
    // The same once more is no change.
    await change('mixing', {});
    expect(await auditOf(app.db, 'service', 'mixing')).toHaveLength(1);
  });

  test('of two at once one succeeds', async ({ change, other, read, operator }) => {
    const { seen } = await read('arrangement');
    const answers = await Promise.all([
      change('arrangement', { credits: 7 }, seen, operator),
      change('arrangement', { credits: 8 }, seen, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('names each wrong field', async ({ change, read }) => {
    const { status, problem } = await change('singer', {
      label: ' ',
      credits: 1.5,
      service_url: 'javascript:alert(1)',
      file_upload_rules: [''],
    });
    expect(status).toBe(400);
    expect(problem.errors).toEqual([
      { field: 'value.label', message: 'Please write something here.' },
      { field: 'value.service_url', message: 'A path, an http(s) or mailto link.' },
      { field: 'value.file_upload_rules.0', message: 'Please write something here.' },
      { field: 'value.credits', message: 'Please type a whole number.' },
    ]);
    expect((await read('singer')).value.label).toBe('Singer session');
  });

  test('a warning that is taken out is no longer shown', async ({ app, change, client, singer }) => {
    await change('singer', { warning_message: null });
    const args = { params: { slug: singer.slug }, query: { mode: 'configuration' as const } };
    const { body } = await app.call(getConfiguration, args, client);
    const form = body[0]?.services.servicesList.find(({ value }) => value === 'singer')?.form;
    expect(form).toMatchObject({ warning: false, warning_message: null, options: [{ name: 'part' }] });
  });
});

describe('a stopped service', () => {
  test('cannot be found or booked, and a hold of it not confirmed; booked sessions go on and move', async ({
    app,
    bookingApi,
    client,
    clock,
    offer,
    operator,
    shown,
    singer,
    studio,
  }) => {
    const [one, two, three, four] = (await studio.slotsOf(singer, 'vocals')).slice(16);
    if (!one || !two || !three || !four) throw new Error('no slots');
    const booked = await bookingApi.book(client, [one], 'singer');
    clock.add({ minutes: 61 });
    const held = await bookingApi.hold(client, [two], 'singer');
    expect(await offer('singer', false)).toBe('ok');
    expect(await offer('singer', false)).toBe('409 stopped_already');
    expect(Object.values(await shown())).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect((await bookingApi.confirm(client, held.id)).problem).toMatchObject({
      code: 'hold_expired',
      detail: 'This musician has just stopped offering this service. Please choose again.',
    });
    expect((await bookingApi.prebook(client, [three], { service: 'singer' })).status).toBeGreaterThan(400);
    // The client's screen finds its times among the musician's slots by what the session says of its service.
    const seen = await app.call(getSession, { params: { id: booked.id } }, client);
    expect(seen.body.session.service.is_stopped).toBe(true);
    const open = await app.call(listSlots, { params: { id: singer.id } }, client);
    expect(open.body.slots.map(({ id }) => id)).toContain(four.id);
    const times = await app.call(listMoveTimes, { params: { id: booked.id } }, operator);
    expect(times.body.times.length).toBeGreaterThan(0);
    expect((await bookingApi.move(client, booked.id, [four])).status).toBe(200);
    expect((await bookingApi.edit(client, booked.id, { session_info: { title: 'Later' } })).status).toBe(200);
    await offer('singer', true);
  });

  test('stays with its musicians for when it is offered again', async ({
    app,
    offer,
    operator,
    other,
    shown,
    singer,
  }) => {
    const params = { id: singer.id };
    const servicesOf = async () => (await app.call(getMusician, { params }, operator)).body;
    await offer('singer', false);
    const { profile, services } = await servicesOf();
    expect(services.map(({ value }) => value)).toEqual(['mix-advice']);
    expect(profile.parts.find(({ part }) => part === 'services')?.published).toEqual([
      'Singer session',
      'Mix advice',
    ]);
    const names = await app.call(listCatalogueNames, {}, operator);
    expect(names.body.services.map(({ value }) => value)).not.toContain('singer');
    const draft = await app.call(getDraft, {}, singer.person);
    expect(draft.body.draft.choices.services.map(({ label }) => label)).not.toContain('Singer session');
    const body = { version: profile.version, services: ['mix-advice', 'mixing'] };
    expect((await app.call(setMusicianServices, { params, body }, other)).status).toBe(200);
    // Their hours of it stay valid.
    const { body: schedule } = await app.call(getMusicianSchedule, { params }, operator);
    expect(schedule.kinds.map(({ category }) => category)).toContain('vocals');
    expect(await offer('singer', true)).toBe('ok');
    expect(await offer('singer', true)).toBe('409 offered_already');
    expect((await servicesOf()).services.map(({ value }) => value)).toEqual([
      'singer',
      'mixing',
      'mix-advice',
    ]);
    expect((await shown()).booking).toBe(2);
    const whats = (await auditOf(app.db, 'service', 'singer')).map(({ what }) => what);
    expect(whats.slice(-2)).toEqual(['service.stopped', 'service.offered']);
  });
});

describe('a new service', () => {
  const body = {
    value: 'beats',
    category: 'instruments' as const,
    session_type: 'offline' as const,
    unit_minutes: 30,
    slots: 2,
    files_deadline_enabled: true,
    files_delivery: 60,
    label: 'Beat making',
    short_description: 'A beat for your song.',
    service_description: 'You send a sketch, we send a beat.',
    credits: 2,
  };

  test('is added once, not offered, and booked once it is', async ({ app, client, operator, studio }) => {
    const headers = { 'idempotency-key': 'beats-once' };
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push(await app.call(contract.addService, { body, headers }, operator));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [{ id } = { id: '' }] = answers.map((answer) => answer.body);
    expect(answers[1]?.body.id).toBe(id);
    const twin = await app.call(contract.addService, { body }, operator);
    expect([twin.status, twin.problem.code]).toEqual([409, 'name_taken']);
    const params = { id };
    const { body: found } = await app.call(contract.getService, { params }, operator);
    expect(found.service).toMatchObject({ is_offered: false, musicians: 0, category: 'instruments' });
    const drummer = await studio.makeMusician({ services: ['recording'] });
    const musician = await app.call(getMusician, { params: { id: drummer.id } }, operator);
    const services = { version: musician.body.profile.version, services: ['recording', 'beats'] };
    const give = () =>
      app.call(setMusicianServices, { params: { id: drummer.id }, body: services }, operator);
    expect((await give()).problem.code).toBe('unknown_service');
    expect((await app.call(contract.offerService, { params }, operator)).status).toBe(200);
    expect((await give()).status).toBe(200);
    const [one, two] = await studio.slotsOf(drummer, 'instruments');
    if (one === undefined || two === undefined) throw new Error('no slots');
    const session = await app.call(
      prebook,
      { body: { slots: [one.id, two.id], primary_slot: one.id, options: { service_id: id } } },
      client,
    );
    expect([session.status, session.body.session.credits]).toEqual([201, 2]);
  });

  test('has to fit into a session and have a name', async ({ app, operator }) => {
    const long = await app.call(
      contract.addService,
      { body: { ...body, value: 'long', slots: 7 } },
      operator,
    );
    expect([long.status, long.problem.errors]).toEqual([
      422,
      [{ field: 'slots', message: 'A session lasts at most 180 minutes in all.' }],
    ]);
    const named = await app.call(contract.addService, { body: { ...body, value: 'No Name' } }, operator);
    expect(named.problem.errors).toEqual([
      { field: 'value', message: 'Lower case letters, digits and hyphens, such as stem-mastering.' },
    ]);
  });
});

/** What the singer's service costs among others; undefined where it is not. */
function priceOf(services: readonly { value: string; price: number }[]): number | undefined {
  return services.find(({ value }) => value === 'singer')?.price;
}

const orderOf = async (app: TestApp, by: TestPerson) =>
  (await app.call(contract.listServices, {}, by)).body.services.map(({ id }) => id);

describe('the order of the services', () => {
  test('is what clients see, and each that moved is audited', async ({
    app,
    operator,
    client,
    offer,
    singer,
  }) => {
    await offer('singer', true);
    const seen = await orderOf(app, operator);
    const turned = seen.toReversed();
    const { status } = await app.call(contract.orderServices, { body: { seen, order: turned } }, operator);
    expect(status).toBe(200);
    expect(await orderOf(app, operator)).toEqual(turned);
    const { body } = await app.call(getPartner, { params: { id: singer.slug } }, client);
    const own = body.partner.services.map(({ id }) => id);
    expect(own).toEqual(turned.filter((id) => own.includes(id)));
    expect(own.length).toBeGreaterThan(1);
    const [entry] = await auditOf(app.db, 'service', 'recording');
    expect(entry).toMatchObject({ what: 'service.moved', operator_id: operator.id });
    const moves = await app.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('what', '=', 'service.moved')
      .execute();
    // The one in the middle of an odd number stays where it is.
    expect(moves).toHaveLength(seen.length - (seen.length % 2));
  });

  test('of two new orders at once one counts, and the other is told; it has each service once', async ({
    app,
    operator,
    other,
  }) => {
    const seen = await orderOf(app, operator);
    const [first = '', ...rest] = seen;
    const changed = [...rest, first];
    const tries = await Promise.all(
      [operator, other].map((by) => app.call(contract.orderServices, { body: { seen, order: changed } }, by)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tries.find(({ status }) => status === 409)?.problem.code).toBe('changed');
    for (const wrong of [rest, [...changed, first], [...rest, rest[0] ?? '']]) {
      const { problem } = await app.call(
        contract.orderServices,
        { body: { seen: changed, order: wrong } },
        operator,
      );
      expect(problem.code).toBe('other_services');
    }
    expect(await orderOf(app, operator)).toEqual(changed);
  });
});
