import { newId } from '../store/ids.ts';
import type { BillingCycle, Plan, Product } from '../store/kinds.ts';
import { link, time } from '../store/values.ts';
import { equals, type Work } from '../store/work.ts';
import { flag, fields, listOf, MONEY, oneOf, readBody, text, whole } from '../http/checks.ts';
import { notFound, refused } from '../http/errors.ts';
import { made, NO_CONTENT, ok, route, type Call, type Done, type Route } from '../http/route.ts';
import { pageOf } from './lists.ts';

const PRODUCT = fields(
  {
    id: text(6, 50),
    name: text(1, 127),
    description: text(1, 256),
    type: oneOf('PHYSICAL', 'DIGITAL', 'SERVICE'),
    category: text(4, 256, /^[A-Z_]+$/),
    image_url: text(1, 2000),
    home_url: text(1, 2000),
  },
  ['name', 'type'],
);

async function createProduct({ work, body, whole: isWhole }: Call): Promise<Done> {
  const input = readBody(body, PRODUCT) as Pick<Product, 'name' | 'type'> & Partial<Product>;
  const id = input.id ?? newId.product();
  if ((await work.any(id)) !== null)
    throw refused('DUPLICATE_RESOURCE_IDENTIFIER', 'Identifier must be unique.');
  const now = time(work.now);
  const self = `${work.api}/v1/catalogs/products/${id}`;
  const links = [link(self, 'self'), link(self, 'edit', 'PATCH')];
  const product = { ...input, id, create_time: now, update_time: now, links };
  work.add('product', id, product, {});
  return made(product, isWhole, ['id', 'name', 'description', 'create_time', 'links']);
}

const CYCLE = fields(
  {
    pricing_scheme: fields({ fixed_price: MONEY }, ['fixed_price']),
    frequency: fields(
      { interval_unit: oneOf('DAY', 'WEEK', 'MONTH', 'YEAR'), interval_count: whole(1, 365) },
      ['interval_unit'],
    ),
    tenure_type: oneOf('REGULAR'),
    sequence: whole(1, 99),
    total_cycles: whole(0, 999),
  },
  ['frequency', 'tenure_type', 'sequence', 'pricing_scheme'],
);
export const PREFERENCES = fields({
  auto_bill_outstanding: flag,
  setup_fee: MONEY,
  setup_fee_failure_action: oneOf('CONTINUE', 'CANCEL'),
  payment_failure_threshold: whole(0, 999),
});
export const PERCENTAGE = text(1, 32, /^\d+(\.\d{1,4})?$/);
const PLAN = fields(
  {
    product_id: text(6, 50),
    name: text(1, 127),
    status: oneOf('CREATED', 'ACTIVE'),
    description: text(1, 127),
    billing_cycles: listOf(CYCLE),
    payment_preferences: PREFERENCES,
    taxes: fields({ percentage: PERCENTAGE, inclusive: flag }, ['percentage']),
    quantity_supported: flag,
  },
  ['name', 'billing_cycles', 'payment_preferences', 'product_id'],
);

type PlanInput = Omit<Plan, 'status' | 'billing_cycles' | 'taxes' | 'payment_preferences'> & {
  status?: Plan['status'];
  billing_cycles: (Omit<BillingCycle, 'frequency' | 'total_cycles'> & {
    frequency: { interval_unit: 'MONTH'; interval_count?: number };
    total_cycles?: number;
  })[];
  payment_preferences: Partial<Plan['payment_preferences']>;
  taxes?: { percentage: string; inclusive?: boolean };
};

async function createPlan({ work, body, whole: isWhole }: Call): Promise<Done> {
  const input = readBody(body, PLAN) as PlanInput;
  await work.get('product', input.product_id);
  if (input.billing_cycles.length > 1)
    throw refused('UNSUPPORTED_BILLING_CYCLES', 'The sandbox knows plans of one billing cycle.');
  const id = newId.plan();
  const now = time(work.now);
  const { taxes, ...rest } = input;
  const plan: Plan = {
    ...rest,
    id,
    status: input.status ?? 'ACTIVE',
    billing_cycles: input.billing_cycles.map((cycle) => ({
      ...cycle,
      pricing_scheme: { ...cycle.pricing_scheme, version: 1, create_time: now, update_time: now },
      frequency: { interval_count: 1, ...cycle.frequency },
      total_cycles: cycle.total_cycles ?? 1,
    })),
    payment_preferences: {
      auto_bill_outstanding: true,
      setup_fee_failure_action: 'CANCEL',
      payment_failure_threshold: 0,
      ...input.payment_preferences,
    },
    ...(taxes === undefined ? {} : { taxes: { inclusive: true, ...taxes } }),
    quantity_supported: input.quantity_supported ?? false,
    create_time: now,
    update_time: now,
    links: linksOf(work, id, input.status ?? 'ACTIVE'),
  };
  work.add('plan', id, plan, {});
  return made(plan, isWhole, ['id', 'product_id', 'name', 'status', 'description', 'create_time', 'links']);
}

function linksOf(work: Work, id: string, status: Plan['status']): Plan['links'] {
  const self = `${work.api}/v1/billing/plans/${id}`;
  const other = status === 'ACTIVE' ? 'deactivate' : 'activate';
  return [link(self, 'self'), link(self, 'edit', 'PATCH'), link(`${self}/${other}`, other, 'POST')];
}

const setStatus =
  (status: 'ACTIVE' | 'INACTIVE'): Route['run'] =>
  async ({ work, ids: [id = ''] }) => {
    const plan = await work.get('plan', id);
    if (status === plan.status || (status === 'INACTIVE' && plan.status === 'CREATED'))
      throw refused(
        'PLAN_STATUS_INVALID',
        status === 'ACTIVE'
          ? 'Invalid plan status for activate action; plan status should be either created or inactive.'
          : 'Invalid plan status for deactivate action; plan status should be active.',
      );
    plan.status = status;
    plan.update_time = time(work.now);
    plan.links = linksOf(work, id, status);
    return NO_CONTENT;
  };

/** Of plans and products: only these two fields may be changed. */
async function patchProduct({ work, ids: [id = ''], body }: Call): Promise<Done> {
  const product = await work.get('product', id);
  const PATCH = fields({
    op: oneOf('add', 'replace'),
    path: oneOf('/description', '/category'),
    value: text(1, 256),
  });
  const ops = readBody(body, listOf(PATCH)) as { path: '/description' | '/category'; value: string }[];
  for (const { path, value } of ops)
    Object.assign(product, { [path.slice(1)]: value, update_time: time(work.now) });
  return NO_CONTENT;
}

export const CATALOGUE: readonly Route[] = [
  route('POST', '/v1/catalogs/products', createProduct),
  route('GET', '/v1/catalogs/products', async ({ work, query }) => {
    const all = await work.select('product', []);
    // PayPal's document has no empty list.
    if (all.length === 0) throw notFound();
    const brief = all.map(({ id, name, description, create_time, links }) => ({
      id,
      name,
      ...(description === undefined ? {} : { description }),
      create_time,
      links: links.slice(0, 1),
    }));
    return ok(pageOf(work, 'products', brief, '/v1/catalogs/products', query));
  }),
  route('GET', '/v1/catalogs/products/:id', async ({ work, ids: [id = ''] }) =>
    ok(await work.get('product', id)),
  ),
  route('PATCH', '/v1/catalogs/products/:id', patchProduct),
  route('POST', '/v1/billing/plans', createPlan),
  route('GET', '/v1/billing/plans', async ({ work, query, whole: isWhole }) => {
    const product = query.get('product_id');
    const all = await work.select(
      'plan',
      product === null ? [] : [equals('product_id', product)],
      'order by seq desc',
    );
    const ids = query.get('plan_ids')?.split(',');
    const wanted = all.filter(({ id }) => ids?.includes(id) ?? true);
    const shown = isWhole
      ? wanted
      : wanted.map(({ id, product_id, name, status, create_time, links }) => ({
          id,
          product_id,
          name,
          status,
          create_time,
          links,
        }));
    return ok(pageOf(work, 'plans', shown, '/v1/billing/plans', query));
  }),
  route('GET', '/v1/billing/plans/:id', async ({ work, ids: [id = ''] }) => ok(await work.get('plan', id))),
  route('POST', '/v1/billing/plans/:id/activate', setStatus('ACTIVE')),
  route('POST', '/v1/billing/plans/:id/deactivate', setStatus('INACTIVE')),
];
