import { changePassword, logout, requestVerificationLink } from '#shared/accounts/contract.ts';
import { getStatement } from '#shared/credits/contract.ts';
import { searchPartners } from '#shared/explore/contract.ts';
import { getMe, updateMe } from '#shared/me/contract.ts';
import * as privacy from '#shared/privacy/contract.ts';
import { invite } from '#shared/referrals/contract.ts';
import { cookieIn } from '../../rooms/accounts.ts';
import { BOTH_STEPS, AGREE_LATE } from '../../storm/paypal-steps.ts';
import { customerOf } from '../../storm/lives.ts';
import { pick } from '../../storm/random.ts';
import { choose, type Act, type WeightedAct } from './act.ts';
import { comeAsClient, proveAddress } from '../arrivals.ts';
import { ask, outcomeOf } from '../ask.ts';
import { passFor, runJobs } from '../time.ts';

const MEMBERS = new Set(['trial', 'subscriber', 'pending_cancellation']);
const [WITHOUT, WITHIN] = [false, true].map((isMember) =>
  BOTH_STEPS.map(([name, step, without, within]): WeightedAct => [
    name,
    (world, person) => step(world, person),
    isMember ? within : without,
  ]),
) as [WeightedAct[], WeightedAct[]];

/** One thing about money, at either provider. */
export const buySomething: Act = async (world, person) => {
  const me = await ask(world, getMe, {}, person);
  if (me.status !== 200) return me.problem.code;
  // Else one provider's clock may stand at an earlier purchase, and say that this one came before another.
  if (person.isBuyer) await passFor(world, person);
  person.isBuyer = true;
  const isMember = MEMBERS.has(me.body.user.status ?? '');
  const isLate = person.left.length > 0 && person.random() < 0.4;
  const [name, step] = isLate ? AGREE_LATE : choose(person.random, isMember ? WITHIN : WITHOUT);
  const said = await step(world, person);
  if (person.customer === null) person.customer = await customerOf(world, person);
  await world.sandbox.settled();
  await runJobs(world);
  return `${name} ${typeof said === 'string' ? said.replace(/\(.*\)/, '') : said}`;
};

/** The statement's lines add up to the credits that are shown, also while others book. */
const readStatement: Act = async (world, person) => {
  const { statement } = (await ask(world, getStatement, { query: { size: 1000 } }, person)).body;
  const me = await ask(world, getMe, {}, person);
  if (statement === undefined || me.status !== 200 || statement.length === 1000) return 'not shown';
  const { sessions_left: left, credits_bank: bank } = me.body.user;
  const sum = statement.reduce((all, { credits }) => all + credits, 0);
  if (sum !== (left ?? 0) + (bank ?? 0))
    world.report.breach(`the statement of ${person.email} adds up to ${sum}, shown are ${left} and ${bank}`);
  return 200;
};

const look: Act = async (world, person) => {
  const query = {
    sort: pick(person.random, ['studio', 'next-free', 'rating'] as const),
    q: pick(person.random, ['', 'mus', 'x']),
  };
  return outcomeOf(world, searchPartners, { query }, person);
};

const changeProfile: Act = async (world, person) => {
  const settings = { booking: person.random() < 0.8, files: person.random() < 0.8 };
  const timezone = pick(person.random, ['Europe/Berlin', 'Asia/Tokyo', 'America/Chicago']);
  const user = { timezone, notification_settings: settings };
  return outcomeOf(world, updateMe, { body: { user } }, person);
};

const changeOwnPassword: Act = async (world, person) => {
  const next = `thirteen tones ${Math.floor(person.random() * 1e6)}`;
  const body = { current_password: person.password, new_password: next };
  const answer = await ask(world, changePassword, { body }, person);
  if (answer.status !== 200) return answer.problem.code;
  person.password = next;
  if (cookieIn(answer).includes('=')) person.cookie = cookieIn(answer);
  return 200;
};

/** The next call finds them signed out, and they sign in again. */
const signOut: Act = async (world, person) => outcomeOf(world, logout, {}, person);

const confirmAddress: Act = async (world, person) => {
  const sent = await ask(world, requestVerificationLink, { body: {} }, person);
  if (sent.status !== 200) return sent.problem.code;
  if (!sent.body.sent) return 'confirmed already';
  await runJobs(world);
  return proveAddress(world, person);
};

/** A friend is invited and mostly comes by the mailed link. */
const inviteFriend: Act = async (world, person) => {
  const email = `friend-${Math.floor(person.random() * 1e9)}@friends.test`;
  const sent = await ask(world, invite, { body: { email } }, person);
  if (sent.status !== 201) return sent.problem.code;
  await runJobs(world);
  const code = world.inbox.link(email, '/welcome')?.searchParams.get('code');
  if (code == null || person.random() < 0.3) return 'does not come';
  return (await comeAsClient(world, code)) === null ? 'refused' : 'came';
};

const ownData: Act = async (world, person) => {
  if (person.random() < 0.7) return outcomeOf(world, privacy.startExport, {}, person);
  const known = (await ask(world, privacy.getOwnData, {}, person)).body;
  if (known.erasure != null) {
    const back = await ask(world, privacy.takeBackErasure, {}, person);
    if (back.status === 200) person.asksErasure = false;
    return back.problem.code ?? 'taken back';
  }
  const body = { password: person.password };
  const asked = await ask(world, privacy.requestErasure, { body }, person);
  if (asked.status === 200) person.asksErasure = true;
  return asked.problem.code ?? 'asked for erasure';
};

/** What clients do about their account. */
export const CLIENT_ACCOUNT_ACTS: readonly WeightedAct[] = [
  ['pay', buySomething, 22],
  ['statement', readStatement, 4],
  ['look', look, 5],
  ['profile', changeProfile, 2],
  ['password', changeOwnPassword, 1],
  ['sign out', signOut, 2],
  ['confirm address', confirmAddress, 3],
  ['invite', inviteFriend, 2],
  ['own data', ownData, 1],
];
/** What everybody may do. */
export const ACCOUNT_ACTS: readonly WeightedAct[] = [
  ['profile', changeProfile, 1],
  ['password', changeOwnPassword, 0.5],
  ['sign out', signOut, 1],
];
