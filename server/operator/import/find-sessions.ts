import type { ImportFault } from '#shared/operator/import/rules-file.ts';
import type { ImportedSession } from '#shared/operator/import/rules-sessions.ts';
import { together } from '../../db/pipeline.ts';
import type { Db } from '../../db/transaction.ts';
import * as queries from './queries-import.ts';

type Service = Awaited<ReturnType<typeof queries.servicesOf>>[number];

/** A session of a file with whose and what it is. */
export interface FoundSession {
  readonly session: ImportedSession;
  readonly clientId: string;
  readonly musicianId: string;
  readonly service: Service;
  readonly isPast: boolean;
}

/** Who and what the sessions of a file name, and what stands in the way of each. Final only under everybody's locks. */
export async function findSessions(
  db: Db,
  sessions: readonly ImportedSession[],
  now: Temporal.Instant,
): Promise<{ readonly found: readonly FoundSession[]; readonly faults: readonly ImportFault[] }> {
  const distinct = (of: (session: ImportedSession) => string) => [...new Set(sessions.map(of))];
  const [people, musicians, services] = await together([
    queries.peopleOf(
      db,
      distinct(({ client }) => client),
    ),
    queries.musiciansOf(
      db,
      distinct(({ musician }) => musician),
    ),
    queries.servicesOf(
      db,
      distinct(({ service }) => service),
    ),
  ]);
  const personBy = new Map(people.map((person) => [person.email, person]));
  const musicianBy = new Map(musicians.map((musician) => [musician.slug, musician]));
  const serviceBy = new Map(services.map((service) => [service.value, service]));
  const faults: ImportFault[] = [];
  const found = sessions.flatMap((session): FoundSession[] => {
    const { line, starts_at, ends_at, minutes } = session;
    const person = personBy.get(session.client);
    const musician = musicianBy.get(session.musician);
    const service = serviceBy.get(session.service);
    const isPast = Temporal.Instant.compare(ends_at, now) <= 0;
    const isRunning = !isPast && Temporal.Instant.compare(starts_at, now) <= 0;
    const isClient = person?.role === 'client' || person?.role === 'managed';
    const length = service === undefined ? 1 : service.unit_minutes * service.slots;
    const isOffered = service !== undefined && musician?.services.includes(service.id) === true;
    const isKnown = musician !== undefined && service !== undefined;
    const problems = [
      ...(isClient ? [] : ['client: No client has this address.']),
      ...(isClient && !isPast && person.is_blocked ? ['client: This client is blocked.'] : []),
      ...(musician === undefined ? ['musician: No musician has this slug.'] : []),
      ...(service === undefined ? [`service: There is no "${session.service}".`] : []),
      ...(isPast || isOffered || !isKnown ? [] : ['service: It cannot be booked with this musician.']),
      ...(isRunning ? ['start: It goes on now. Import it when it is over.'] : []),
      ...(!isPast && isOffered && minutes % length !== 0
        ? [`minutes: A multiple of ${length}, as the service is.`]
        : []),
    ];
    faults.push(...problems.map((message) => ({ line, message })));
    if (problems.length > 0 || !person || !musician || !service) return [];
    return [{ session, clientId: person.id, musicianId: musician.id, service, isPast }];
  });
  const spans = found.map(({ session, musicianId }) => ({ ...session, musicianId }));
  const taken = new Set(await queries.takenLines(db, spans, now));
  const late = [...taken].map((line) => ({ line, message: 'start: The musician is taken at this time.' }));
  return { found, faults: [...faults, ...late] };
}
