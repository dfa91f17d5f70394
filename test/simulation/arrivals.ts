import { loginByLink, resetPassword, login, signUp, signUpOndemand } from '#shared/accounts/contract.ts';
import * as drafts from '#shared/catalogue/contract-draft.ts';
import { changeSchedule, getSchedule } from '#shared/calendar/contract-schedule.ts';
import { listCatalogueNames, invitePerson } from '#shared/operator/person/contract-invite.ts';
import { importMembers } from '#shared/operator/import/contract-import.ts';
import { searchConsole } from '#shared/operator/contract-search.ts';
import { setMusicianRate } from '#shared/operator/musicians/contract-musician.ts';
import { updateMe } from '#shared/me/contract.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Problem } from '#shared/lib/problem.ts';
import { cookieIn } from '../rooms/accounts.ts';
import { pick, seeded } from '../storm/random.ts';
import { ask, headersOf, outcomeOf } from './ask.ts';
import { SimulatedPerson } from './person.ts';
import { runJobs } from './time.ts';
import type { World } from './world.ts';

const ZONES = ['Europe/Lisbon', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney', 'America/Sao_Paulo'];
const PASSWORD = 'twelve tones';
const FRONTS = { client: 'studio', managed: 'studio', partner: 'partners', operator: 'operator' } as const;

const ownRandom = ({ random }: World): (() => number) => seeded(Math.floor(random() * 2 ** 31));
const addressOf = (nr: number): string => `198.51.${100 + (nr >> 8)}.${nr & 255}`;

const nameOf = ({ random }: World, first: string): string =>
  `${first} ${pick(random, ['Silva', 'Okafor', 'Nguyen', 'Larsson', 'Moreau'])}`;

/** Nobody has come, which must not be while all is well. */
function notIn({ faults }: World, { code, detail, errors }: Problem): null {
  if (faults.isOff) throw new Error(`${code}: ${detail} ${JSON.stringify(errors)}`);
  return null;
}

/** An operator, as the command line makes one. */
export async function addOperator(world: World): Promise<void> {
  const name = `Operator ${world.operators.length + 1}`;
  const made = await world.app.people.make('operator', { name });
  const more = { address: addressOf(world.memory.nextPerson()), password: '', random: ownRandom(world) };
  world.operators.push(new SimulatedPerson(made, more));
}

/** Somebody signs up, mostly follows the mailed link, and says where they live. */
export async function comeAsClient(
  world: World,
  code: string | null = null,
): Promise<SimulatedPerson | null> {
  const nr = world.memory.nextPerson();
  const email = `client-${world.report.seed}-${nr}@clients.test`;
  const address = addressOf(nr);
  const user = {
    name: nameOf(world, 'Client'),
    email,
    timezone: pick(world.random, ZONES),
    password: PASSWORD,
  };
  const headers = { 'x-forwarded-for': address };
  const answer =
    code === null && world.random() < 0.2
      ? await ask(world, signUpOndemand, { body: { user }, headers })
      : await ask(world, signUp, { body: { user, referral_code: code }, headers });
  if (answer.status !== 200) return notIn(world, answer.problem);
  const made = {
    id: answer.body.user.id,
    email,
    role: 'client',
    front: 'studio',
    cookie: cookieIn(answer),
  } as const;
  const person = new SimulatedPerson(made, { address, password: PASSWORD, random: ownRandom(world) });
  await runJobs(world);
  await ask(
    world,
    updateMe,
    { body: { user: { country: 'PT', billing_address: { country: 'PT' } } } },
    person,
  );
  if (world.random() < 0.8) await proveAddress(world, person);
  world.clients.push(person);
  return person;
}

/** Follows the link by which an address is confirmed, where a mail with one has come. */
export async function proveAddress(world: World, person: SimulatedPerson): Promise<string | number> {
  const link = world.inbox.link(person.email, '/enter')?.searchParams.get('link');
  if (link == null) return 'no mail';
  const headers = { 'x-forwarded-for': person.address };
  const answer = await ask(world, loginByLink, { body: { token: link }, headers });
  if (answer.status !== 200) return answer.problem.code;
  person.cookie = cookieIn(answer);
  return 200;
}

/** The operator invites somebody, who chooses a password by the mailed link and signs in; null: no mail came. */
async function invite(
  world: World,
  role: Exclude<Role, 'operator' | 'client'>,
  musician?: { slug: string; title: string; services: string[]; instruments: string[] },
): Promise<SimulatedPerson | null> {
  const nr = world.memory.nextPerson();
  const email = `${role}-${world.report.seed}-${nr}@people.test`;
  const zone = pick(world.random, ZONES);
  const body = {
    role,
    email,
    name: nameOf(world, role),
    zone,
    ...(musician === undefined ? {} : { musician }),
  };
  const invited = await ask(world, invitePerson, { body }, pick(world.random, world.operators));
  if (invited.status !== 200) return notIn(world, invited.problem);
  return followInvitation(world, { id: invited.body.id, email, role, address: addressOf(nr) });
}

/** Somebody whose account was made for them chooses a password by the mailed link and signs in; null: no mail came. */
async function followInvitation(
  world: World,
  {
    address,
    ...made
  }: Pick<SimulatedPerson, 'id' | 'email' | 'address'> & { readonly role: keyof typeof FRONTS },
): Promise<SimulatedPerson | null> {
  await runJobs(world);
  const { email, role } = made;
  const token = world.inbox.link(email, '/password/validate/')?.pathname.split('/').at(-1);
  if (token === undefined) return null;
  const front = FRONTS[role];
  const headers = { ...headersOf(front), 'x-forwarded-for': address };
  await ask(world, resetPassword, { body: { resetToken: token, password: PASSWORD }, headers });
  const signedIn = await ask(world, login, { body: { user: { email, password: PASSWORD } }, headers });
  if (signedIn.status !== 200) return notIn(world, signedIn.problem);
  const more = { address, password: PASSWORD, random: ownRandom(world) };
  return new SimulatedPerson({ ...made, front, cookie: cookieIn(signedIn) }, more);
}

/** Members of another system are imported, and the first follows the mailed link. */
export async function comeByImport(world: World, operator: SimulatedPerson): Promise<string | number> {
  const nr = world.memory.nextPerson();
  const emails = [0, 1].map((one) => `member-${world.report.seed}-${nr}-${one}@import.test`);
  const paidThrough = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 20 });
  const rows = emails.map(
    (email) => `Imported Member,${email},${pick(world.random, ZONES)},${paidThrough.toString()},4`,
  );
  const csv = ['name,email,zone,paid_through,credits', ...rows].join('\n');
  const imported = await ask(world, importMembers, { body: { csv } }, operator);
  if (imported.status !== 200) return imported.problem.code;
  const [email = ''] = emails;
  const found = await ask(world, searchConsole, { query: { q: email } }, operator);
  const id = found.body.people?.find((one) => one.email === email)?.id;
  if (id === undefined) return found.problem.code ?? 'not found';
  const client = await followInvitation(world, { id, email, role: 'client', address: addressOf(nr) });
  if (client === null) return 'does not come';
  world.clients.push(client);
  return 'came';
}

export async function comeAsManaged(world: World): Promise<void> {
  const person = await invite(world, 'managed');
  if (person !== null) world.managed.push(person);
}

/** A musician is invited, writes their page, publishes it, and opens their calendar. */
export async function comeAsMusician(world: World): Promise<void> {
  const { random, operators } = world;
  const operator = pick(random, operators);
  const names = (await ask(world, listCatalogueNames, {}, operator)).body;
  const services = [...new Set([pick(random, names.services).value, pick(random, names.services).value])];
  const instruments = [pick(random, names.instruments).value];
  const slug = `musician-${world.memory.nextPerson()}`;
  const person = await invite(world, 'partner', { slug, title: 'Musician', services, instruments });
  if (person === null) return;
  const { draft } = (await ask(world, drafts.getDraft, {}, person)).body;
  const profile = { ...draft.profile, title: 'Plays well', bio: 'Has played for twenty years.' };
  await ask(world, drafts.saveDraft, { body: { version: draft.version, profile } }, person);
  const { version } = (await ask(world, drafts.getDraft, {}, person)).body.draft;
  await ask(world, drafts.publishDraft, { body: { version } }, person);
  const day = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate();
  const from = day.with({ day: 1 }).toString();
  const rate = { from, fixed_cents: 2000, flexible_cents: 3000 };
  await ask(world, setMusicianRate, { params: { id: person.id }, body: rate }, operator);
  await openHours(world, person);
  world.musicians.push(person);
}

/** Weekly hours for each length of slot that a musician's services need. */
export async function openHours(world: World, person: SimulatedPerson): Promise<string | number> {
  const { random } = person;
  const schedule = (await ask(world, getSchedule, {}, person)).body;
  let time = Temporal.PlainTime.from(pick(random, ['08:00', '10:30', '14:00']));
  const hours = schedule.kinds.flatMap(({ category, unit_minutes }) =>
    Array.from({ length: 3 + Math.floor(random() * 4) }, () => {
      const from = time.toString({ smallestUnit: 'minute' });
      time = time.add({ minutes: unit_minutes });
      return [1, 2, 3, 4, 5, 6, 7]
        .filter(() => random() < 0.7)
        .map((weekday) => ({ weekday, from, unit_minutes, category }));
    }).flat(),
  );
  const change = { kind: 'hours' as const, valid_from: schedule.today, hours };
  return outcomeOf(world, changeSchedule, { body: { version: schedule.version, change } }, person);
}
