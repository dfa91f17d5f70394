import { getBilling, getInvoicePdf, listInvoices } from '#shared/billing/contract-area.ts';
import { musicianStats } from '#shared/calendar/contract-pay.ts';
import { getStatementCsv } from '#shared/credits/contract.ts';
import { listAuditLog } from '#shared/operator/contract-audit.ts';
import { listPeople } from '#shared/operator/contract-people.ts';
import { getPerson } from '#shared/operator/contract-person.ts';
import { getSession } from '#shared/operator/contract-session.ts';
import { listSessions } from '#shared/operator/contract-sessions.ts';
import { getFigure } from '#shared/operator/figures/contract-figures.ts';
import { BY_OF, FIGURES } from '#shared/operator/figures/rules-figures.ts';
import { getMusician } from '#shared/operator/musicians/contract-musician.ts';
import { listMails } from '#shared/operator/system/contract-mails.ts';
import { pick } from '../../storm/random.ts';
import { ask, outcomeOf } from '../ask.ts';
import { oneBooked, type Act, type WeightedAct } from './act.ts';

/** Pages of the console about somebody or something, also of those who have left. */
const readPages: Act = async (world, person) => {
  const { id } = pick(person.random, [...world.clients, ...world.musicians]);
  const session = oneBooked(world, person);
  await ask(world, getPerson, { params: { id } }, person);
  await ask(world, getMusician, { params: { id } }, person);
  await ask(world, listMails, { query: { person: id } }, person);
  return session === null ? 200 : outcomeOf(world, getSession, { params: { id: session } }, person);
};

/** The first pages of lists lead to the next ones, which repeat nothing. */
const readLists: Act = async (world, person) => {
  const seen = new Set<string>();
  for (let after: string | undefined; ;) {
    const { people, next } = (await ask(world, listPeople, { query: { after } }, person)).body;
    if (people === undefined) return 'not shown';
    for (const { id } of people) {
      if (seen.has(id)) world.report.breach(`the list of people has ${id} twice`);
      seen.add(id);
    }
    if (next === null) break;
    after = next;
  }
  await ask(world, listAuditLog, { query: {} }, person);
  return outcomeOf(world, listSessions, { query: {} }, person);
};

const readFigures: Act = async (world, person) => {
  const figure = pick(person.random, FIGURES);
  const by = pick(person.random, BY_OF[figure]);
  const to = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate();
  const from = to.subtract({ days: Math.floor(person.random() * 400) }).toString();
  return outcomeOf(world, getFigure, { query: { figure, by, from, to: to.toString() } }, person);
};

const readBilling: Act = async (world, person) => {
  await ask(world, getBilling, {}, person);
  await ask(world, getStatementCsv, { query: {} }, person);
  const { invoices } = (await ask(world, listInvoices, { query: {} }, person)).body;
  const [first] = invoices ?? [];
  if (first === undefined) return 'no invoices';
  return outcomeOf(world, getInvoicePdf, { params: { id: first.id } }, person);
};

const readPay: Act = async (world, person) => {
  const { year, month } = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate();
  return outcomeOf(world, musicianStats, { body: { year, month } }, person);
};

/** What operators only look at. */
export const CONSOLE_READS: readonly WeightedAct[] = [
  ['pages', readPages, 3],
  ['lists', readLists, 1],
  ['figures', readFigures, 2],
];
export const CLIENT_READS: readonly WeightedAct[] = [['billing', readBilling, 2]];
export const MUSICIAN_READS: readonly WeightedAct[] = [['pay', readPay, 1]];
