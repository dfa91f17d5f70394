import type { ArgsOf, Endpoint } from '#shared/lib/endpoint.ts';
import * as coupons from '#shared/operator/content/contract-coupons.ts';
import * as services from '#shared/operator/content/contract-services.ts';
import * as block from '#shared/operator/person/contract-block.ts';
import * as role from '#shared/operator/person/contract-role.ts';
import * as personData from '#shared/operator/contract-person-data.ts';
import * as personVerbs from '#shared/operator/contract-person-verbs.ts';
import * as musician from '#shared/operator/musicians/contract-musician.ts';
import * as payouts from '#shared/operator/musicians/contract-payouts.ts';
import * as schedule from '#shared/operator/musicians/contract-schedule.ts';
import * as session from '#shared/operator/contract-session.ts';
import * as sessionVerbs from '#shared/operator/contract-session-verbs.ts';
import { A_COUPON } from '#test/rooms/coupon.ts';
import type { AccessFixtures } from '#test/access/row.ts';
import type { TestApp } from '#test/api/app.ts';

type Made = readonly [Endpoint, object];

/** `args` where the compiler knows the endpoint. */
const made = <E extends Endpoint>(endpoint: E, args: ArgsOf<E>): Made => [endpoint, args];

const WHY = { reason: 'A scan' };
const A_SERVICE = {
  value: 'scanned',
  label: 'Scanned',
  short_description: 'A service to scan.',
  service_description: 'A service that scanners change.',
  category: 'instruments',
  session_type: 'all',
  unit_minutes: 60,
  slots: 2,
  files_deadline_enabled: true,
  files_delivery: 15,
  credits: 1,
} as const;
const NEW_COUPON = { ...A_COUPON, code: 'SCANNED' };
const A_MONTH = { year: 2026, month: 10 };

/**
 * Calls of operators with records that are there, where the access table names none: they would end at 404, before the
 * code that reads the rest. Each record is one of its own that others do not need.
 */
export async function callsOnRecords(app: TestApp, fixtures: AccessFixtures): Promise<Map<Endpoint, object>> {
  const { studio, stranger } = fixtures;
  const { id: musicianId } = fixtures.musician;
  const operator = stranger('operator');
  const client = async (): Promise<string> => (await studio.makeClient()).id;
  const aSession = async (): Promise<{ readonly id: number }> => ({
    id: (await fixtures.makeSession()).id,
  });
  const service = (await app.call(services.addService, { body: A_SERVICE }, operator)).body.id;
  const { seen, value } = (await app.call(services.getService, { params: { id: service } }, operator)).body;
  const coupon = (await app.call(coupons.makeCoupon, { body: NEW_COUPON }, operator)).body.id;
  const ofMusician = { params: { id: musicianId } };
  const { version } = (await app.call(schedule.getMusicianSchedule, ofMusician, operator)).body;
  const change = {
    version,
    change: { kind: 'copy_week', from_week: '2026-11-30', to_week: '2026-12-07' },
  } as const;
  const who = { client: await client(), musician: musicianId, service: studio.service('recording') };
  return new Map([
    made(services.getService, { params: { id: service } }),
    made(services.changeService, { params: { id: service }, body: { seen, value } }),
    made(services.stopService, { params: { id: service } }),
    made(services.offerService, { params: { id: service } }),
    made(services.addService, { body: { ...A_SERVICE, value: 'scanned-2' } }),
    made(coupons.listCoupons, { query: { after: coupon } }),
    made(coupons.makeCoupon, { body: { ...NEW_COUPON, code: 'SCANNED-2' } }),
    made(coupons.endCoupon, { params: { id: coupon } }),
    made(role.changeRole, {
      params: { id: await client() },
      body: { ...WHY, from: 'client', to: 'managed' },
    }),
    made(block.blockPerson, { params: { id: await client() }, body: WHY }),
    made(block.unblockPerson, { params: { id: await client() }, body: WHY }),
    made(personVerbs.endLogins, { params: { id: await client() } }),
    made(personData.downloadPersonData, { params: { id: await client() }, body: WHY }),
    made(personData.erasePerson, { params: { id: await client() }, body: { ...WHY, when: 'later' } }),
    made(personData.keepPerson, { params: { id: await client() }, body: WHY }),
    made(musician.approveProfile, { ...ofMusician, body: { version: 1 } }),
    made(musician.returnProfile, { ...ofMusician, body: { version: 1, note: 'A scan' } }),
    made(musician.setMusicianServices, { ...ofMusician, body: { version: 1, services: ['recording'] } }),
    made(musician.setMusicianRate, {
      ...ofMusician,
      body: { from: '2026-12-01', fixed_cents: 3200, flexible_cents: 4500 },
    }),
    made(schedule.previewMusicianSchedule, { ...ofMusician, body: change }),
    made(schedule.changeMusicianSchedule, { ...ofMusician, body: change }),
    made(payouts.closeMonths, { body: { ...A_MONTH, musicians: [musicianId] } }),
    made(payouts.markMonthsPaid, {
      body: { ...A_MONTH, musicians: [musicianId], paid_on: '2026-11-05', reference: 'A scan' },
    }),
    made(session.getSession, { params: await aSession() }),
    made(session.listMoveTimes, { params: await aSession() }),
    made(sessionVerbs.moveSession, { params: await aSession(), body: { starts_at: '2026-12-01T10:00:00Z' } }),
    made(sessionVerbs.cancelSession, { params: await aSession(), body: WHY }),
    made(sessionVerbs.setNotDelivered, { params: await aSession(), body: WHY }),
    made(sessionVerbs.readMessages, { params: await aSession(), body: WHY }),
    made(sessionVerbs.listBookingTimes, { query: who }),
    made(sessionVerbs.bookSession, {
      body: { ...who, starts_at: '2026-12-01T10:00:00Z', title: 'Song', attendance: true },
    }),
  ]);
}
