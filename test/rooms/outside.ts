import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as contract from '#shared/calendar/contract-outside.ts';
import type { TestApp } from '../api/app.ts';
import type { TestMusician } from '../api/studio.ts';

/** Settings with which a test's own server can be read. */
export const OUTSIDE_ENV = { OTHER_CALENDARS: 'any', TALKBACK_CALENDARS_LOOPBACK: 'on' };

/** A calendar with events, each given by its lines. */
export function icsOf(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event, n) => [
    'BEGIN:VEVENT',
    ...(event.some((line) => line.startsWith('UID:')) ? [] : [`UID:e${n}`]),
    ...event,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

const compact = (at: Temporal.Instant): string => `${at.toString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The lines of an event between two instants. */
export const eventAt = (from: Temporal.Instant, to: Temporal.Instant): string[] => [
  `DTSTART:${compact(from)}`,
  `DTEND:${compact(to)}`,
  'SUMMARY:Nobody is to know',
];

const emptyCalendar: RequestListener = (_, response) => response.end(icsOf());

/** A server of calendars on this machine; the caller closes it. */
export async function calendarServer() {
  let listener: RequestListener = emptyCalendar;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (name = 'basic') => `http://127.0.0.1:${port}/secret-${name}.ics`,
    requests: () => requests,
    answers: (next: RequestListener) => void (listener = next),
    says: (text: string) =>
      void (listener = (_, response) => response.setHeader('content-type', 'text/calendar').end(text)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The calls of a musician's other calendars. */
export function outsideApi(app: TestApp) {
  return {
    list: async ({ person }: TestMusician) => (await app.call(contract.listCalendars, {}, person)).body,
    add: ({ person }: TestMusician, url: string, name = '') =>
      app.call(contract.addCalendar, { body: { url, name } }, person),
    read: ({ person }: TestMusician, id: string) =>
      app.call(contract.readCalendar, { params: { id } }, person),
    rename: ({ person }: TestMusician, id: string, name: string) =>
      app.call(contract.renameCalendar, { params: { id }, body: { name } }, person),
    remove: ({ person }: TestMusician, id: string) =>
      app.call(contract.removeCalendar, { params: { id } }, person),
  };
}
