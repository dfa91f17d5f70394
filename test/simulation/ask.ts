import { login } from '#shared/accounts/contract.ts';
import type { ArgsOf, Endpoint } from '#shared/lib/endpoint.ts';
import type { Front } from '#shared/lib/wire.ts';
import type { Answer } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { cookieIn } from '../rooms/accounts.ts';
import { SimulatedPerson } from './person.ts';
import { LOST } from './processes.ts';
import type { World } from './world.ts';

const HOSTS = { studio: 'localhost:4000', partners: 'localhost:4001', operator: 'localhost:4002' } as const;

/** A front, as a browser calls it. */
export function headersOf(front: Front): Record<string, string> {
  const host = HOSTS[front];
  return { host, origin: `http://${host}` };
}

/** Between two calls pass up to so many seconds. */
const PAUSE_SECONDS = 25;
const TRIES = 4;
/** General refusals that a well-behaved browser may meet. */
const USUAL = new Set(['not_signed_in', 'too_many_requests']);
const AWAY = new Set(['unavailable', 'busy', 'outcome_unknown']);

/**
 * Makes a call through any process, again where no answer came, with the same Idempotency-Key, and after a login where
 * the login session is over. An answer that the contract does not declare is a breach.
 */
export async function ask<E extends Endpoint>(
  world: World,
  endpoint: E,
  args: ArgsOf<E> & { readonly headers?: Record<string, string> },
  as: TestPerson | null = null,
): Promise<Answer<E>> {
  world.clock.add({ milliseconds: Math.floor(world.random() * PAUSE_SECONDS * 1000) });
  const key: Record<string, string> = endpoint.idempotent === true ? { 'idempotency-key': keyOf(world) } : {};
  const address = as instanceof SimulatedPerson ? as.address : '203.0.113.1';
  const headers = { 'x-forwarded-for': address, ...key, ...args.headers };
  for (let tried = 1; ; tried += 1) {
    const answer = await once(world, endpoint, { ...args, headers }, as);
    if (answer === LOST) continue;
    world.report.answered(answer.status);
    const isAway = answer.status === 503 && AWAY.has(answer.problem.code);
    if (isAway && tried < TRIES) {
      await world.processes.whole();
      continue;
    }
    judge(world, endpoint, answer, isAway);
    if (answer.problem.code === 'not_signed_in' && as instanceof SimulatedPerson && (await signIn(world, as)))
      return ask(world, endpoint, args, as);
    return answer;
  }
}

/** Makes a call of which only the end matters: the code of its refusal, or its status. */
export async function outcomeOf<E extends Endpoint>(
  ...call: Parameters<typeof ask<E>>
): Promise<string | number> {
  const { problem, status } = await ask(...call);
  return problem.code ?? status;
}

function once<E extends Endpoint>(
  { faults, processes }: World,
  endpoint: E,
  args: ArgsOf<E> & { readonly headers: Record<string, string> },
  as: TestPerson | null,
): Promise<Answer<E> | typeof LOST> {
  const fault = faults.next();
  if (fault === 'kill') return processes.callAndKill(endpoint, args, as);
  if (fault === 'crash') return processes.callAndCrash(endpoint, args, as);
  if (fault === 'cut') return processes.callAndCut(endpoint, args, as);
  return processes.any().call(endpoint, args, as);
}

/** A key that follows from the seed. */
function keyOf({ random }: World): string {
  const digits = (): string => Math.floor(random() * 2 ** 32).toString(16);
  return `${digits()}-${digits()}-${digits()}`;
}

function judge(world: World, endpoint: Endpoint, answer: Answer<Endpoint>, isAway: boolean): void {
  const { status, problem } = answer;
  if (status === (endpoint.status ?? 200) || endpoint.streamStatuses?.includes(status as never)) return;
  const { code } = problem;
  const declared = endpoint.problems?.[code];
  if (declared?.status === status || USUAL.has(code)) return;
  if (isAway && world.faults.areOn) return;
  const { method, path } = endpoint;
  world.report.breach(`${method} ${path} answered ${status} ${code} ${problem.detail ?? ''}`);
}

/** Signs a person in again; false where the studio does not let them. */
async function signIn(world: World, person: SimulatedPerson): Promise<boolean> {
  if (person.isGone) return false;
  if (person.role === 'operator') {
    // With a second factor, whose login has tests of its own.
    person.cookie = (await world.app.people.signIn(person)).cookie;
    return true;
  }
  const { email, password, front } = person;
  const headers = { ...headersOf(front), 'x-forwarded-for': person.address };
  const answer = await world.processes.any().call(login, { body: { user: { email, password } }, headers });
  world.report.answered(answer.status);
  if (answer.status !== 200) {
    person.isGone = true;
    person.tell(`cannot sign in: ${answer.problem.code}`);
    return false;
  }
  person.cookie = cookieIn(answer);
  return true;
}
