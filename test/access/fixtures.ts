import type { Role } from '#shared/lib/endpoint.ts';
import { createTrack } from '#shared/sessions/contract.ts';
import type { TestApp } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { makeSession } from '../rooms/sessions.ts';
import { makeStudio } from '../api/studio.ts';
import type { AccessFixtures } from './row.ts';

/** A studio with a client and a musician who have sessions, and one stranger of each role. */
export async function makeAccessFixtures(api: TestApp): Promise<AccessFixtures> {
  const studio = await makeStudio(api);
  const client = await studio.makeClient();
  const musician = await studio.makeMusician();
  const strangers: Readonly<Record<Role, TestPerson>> = {
    client: await studio.makeClient(),
    partner: (await studio.makeMusician()).person,
    operator: await api.people.make('operator'),
    managed: await api.people.make('managed'),
  };
  let hours = 0;
  const fixtures: AccessFixtures = {
    studio,
    client,
    musician,
    stranger: (role) => strangers[role],
    makeSession: (options = {}) => makeSession(studio, { client, musician, ...options }),
    makePastSession(options = {}) {
      hours += 1;
      return fixtures.makeSession({ starts: api.clock.now().subtract({ hours }), ...options });
    },
    makeTrack: async (person) => (await api.call(createTrack, { body: { title: 'Song' } }, person)).body.id,
  };
  return fixtures;
}
