import * as content from '#shared/operator/content/contract-content.ts';
import { setFlag, unsetFlag } from '#shared/operator/content/contract-flags.ts';
import * as data from '#shared/operator/contract-person-data.ts';
import { cancelSession } from '#shared/operator/contract-session-verbs.ts';
import { approveProfile, getMusician, returnProfile } from '#shared/operator/musicians/contract-musician.ts';
import { blockPerson, unblockPerson } from '#shared/operator/person/contract-block.ts';
import { pick } from '../../storm/random.ts';
import { here, type Act, type WeightedAct } from './act.ts';
import { comeAsMusician, comeByImport } from '../arrivals.ts';
import { ask, outcomeOf } from '../ask.ts';
import type { SimulatedPerson } from '../person.ts';
import type { World } from '../world.ts';

/** So many musicians are never blocked nor deleted: somebody has to play. */
const LEAST_MUSICIANS = 4;

/** Somebody who may be blocked or deleted: a client, or a musician with whatever they have booked. */
function someone(world: World, random: () => number): SimulatedPerson | null {
  const musicians = here(world.musicians);
  if (random() < 0.4 && musicians.length > LEAST_MUSICIANS) return pick(random, musicians);
  const clients = here(world.clients);
  return clients.length < 5 ? null : pick(random, clients);
}

/** Blocks somebody, of a musician some sessions that are ahead are cancelled; lets others back in. */
const block: Act = async (world, person) => {
  const { random } = person;
  const blocked = [...world.clients, ...world.musicians].filter(({ isBlocked }) => isBlocked);
  if (blocked.length > 0 && random() < 0.6) {
    const one = pick(random, blocked);
    const args = { params: { id: one.id }, body: { reason: 'Has explained it' } };
    const answer = await ask(world, unblockPerson, args, person);
    if (answer.status === 200) one.isBlocked = one.isGone = false;
    return answer.problem.code ?? 'unblocked';
  }
  const one = someone(world, random);
  if (one === null) return 'nobody';
  const args = { params: { id: one.id }, body: { reason: 'Has shouted at somebody' } };
  const answer = await ask(world, blockPerson, args, person);
  if (answer.status !== 200) return answer.problem.code;
  one.isBlocked = one.isGone = true;
  return `blocked a ${one.role}, ${await cancelSome(world, person, one)}`;
};

/** Cancels half of the sessions that somebody who is blocked has ahead. */
async function cancelSome(world: World, person: SimulatedPerson, { id }: SimulatedPerson): Promise<string> {
  const theirs = [...world.memory.booked].filter(
    ([session, { musician }]) => musician === id && !world.memory.cancelled.has(session),
  );
  for (const [session] of theirs.slice(-6)) {
    if (person.random() < 0.5) continue;
    const args = { params: { id: session }, body: { reason: 'The musician is blocked' } };
    const answer = await ask(world, cancelSession, args, person);
    if (answer.status === 200) world.memory.cancelled.add(session);
  }
  return theirs.length === 0 ? 'with nothing' : 'with sessions';
}

/** Deletes an account, at once or later, or takes that back; a musician who has left is replaced. */
const erase: Act = async (world, person) => {
  const { random } = person;
  const leaving = [...here(world.clients), ...here(world.musicians)].filter(({ asksErasure }) => asksErasure);
  if (leaving.length > 0 && random() < 0.3) {
    const one = pick(random, leaving);
    const args = { params: { id: one.id }, body: { reason: 'Asked by phone' } };
    const answer = await ask(world, data.keepPerson, args, person);
    if (answer.status === 200) one.asksErasure = false;
    return answer.problem.code ?? 'kept';
  }
  const one = someone(world, random);
  if (one === null) return 'nobody';
  const when = random() < 0.5 ? 'now' : 'later';
  const args = { params: { id: one.id }, body: { reason: 'Asked by letter', when } } as const;
  one.asksErasure = true;
  const answer = await ask(world, data.erasePerson, args, person);
  if (answer.status !== 200) return answer.problem.code;
  if (when === 'now') one.isGone = true;
  if (one.role === 'partner') await comeAsMusician(world);
  return `${when}, a ${one.role}`;
};

const comeMusician: Act = async (world) => {
  const before = world.musicians.length;
  await comeAsMusician(world);
  return world.musicians.length > before ? 'came' : 'does not come';
};

const FLAGS = [
  'annual-plans-default',
  'profiles-need-approval',
  'public-musician-pages',
  'pro-explore-filters',
  'restart-billing-cycle',
  'sale',
  'studio-banner',
  'trial-cancellations',
  'webinar',
];

const changeFlag: Act = async (world, person) => {
  const params = { name: pick(person.random, FLAGS) };
  if (person.random() < 0.5) return outcomeOf(world, unsetFlag, { params }, person);
  return outcomeOf(world, setFlag, { params, body: { on: person.random() < 0.5 } }, person);
};

/** Changes a page of the content, or throws the draft away. */
const changeContent: Act = async (world, person) => {
  const params = { name: pick(person.random, ['privacy', 'terms', 'studio-banner']) };
  const found = await ask(world, content.getContentDocument, { params }, person);
  if (found.status !== 200) return found.problem.code;
  const { published, draft, version } = found.body;
  const [key] = Object.entries(published).find(([, text]) => typeof text === 'string') ?? [];
  if (key === undefined) return 'no text';
  const value = { ...published, [key]: `<p>Words ${Math.floor(person.random() * 1e6)}</p>` };
  const body = { revision: draft?.revision ?? null, value };
  const saved = await ask(world, content.saveDraft, { params, body }, person);
  if (saved.status !== 200) return saved.problem.code;
  const { revision } = saved.body;
  if (person.random() < 0.2)
    return outcomeOf(world, content.discardDraft, { params, body: { revision } }, person);
  return outcomeOf(world, content.publishDraft, { params, body: { revision, over: version } }, person);
};

/** Looks at a profile that waits for approval. */
const decideProfile: Act = async (world, person) => {
  const musicians = here(world.musicians);
  for (const { id } of musicians.toSorted(() => person.random() - 0.5).slice(0, 4)) {
    const { profile } = (await ask(world, getMusician, { params: { id } }, person)).body;
    if (profile?.state !== 'waiting') continue;
    const { version } = profile;
    if (person.random() < 0.7)
      return outcomeOf(world, approveProfile, { params: { id }, body: { version } }, person);
    const body = { version, note: 'Please say more.' };
    return outcomeOf(world, returnProfile, { params: { id }, body }, person);
  }
  return 'nothing';
};

/** What operators do about people, flags and content. */
export const CONSOLE_ACTS: readonly WeightedAct[] = [
  ['block', block, 3],
  ['erase', erase, 2],
  ['import members', (world, person) => comeByImport(world, person), 1],
  ['new musician', comeMusician, 0.5],
  ['flag', changeFlag, 2],
  ['content', changeContent, 2],
  ['profile', decideProfile, 2],
];
