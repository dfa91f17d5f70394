import { WHENS, type When } from '#shared/operator/rules-sessions.ts';
import { SESSION_STATUSES, type SessionStatus } from '#shared/sessions/rules-status.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const DAY = /^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Which sessions are listed, as in the address. */
export interface SessionsFilter {
  status?: SessionStatus;
  when?: When;
  day?: string;
  client?: string;
  musician?: string;
  service?: string;
}

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Whether a text is a day that there is. */
function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return Temporal.PlainDate.from({ year, month, day }).toString() === text;
}

/** Query of the list of sessions; unknown values are dropped, and a day leaves no other part of time. */
export function readSessionsFilter(query: Record<string, unknown>): SessionsFilter {
  const { client, musician, service, day } = query;
  const status = SESSION_STATUSES.find((known) => known === query['status']);
  const when = WHENS.find((known) => known === query['when']);
  const isOnDay = typeof day === 'string' && isDay(day);
  return {
    ...(status !== undefined && { status }),
    ...(isOnDay ? { day } : when !== undefined && { when }),
    ...(isId(client) && { client }),
    ...(isId(musician) && { musician }),
    ...(isId(service) && { service }),
  };
}
