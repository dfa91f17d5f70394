import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Payments } from '../../ctx/payments.ts';
import { Refused } from '../../lib/refused.ts';
import type { Settings } from '../../lib/settings.ts';
import { createConsole, SandboxRefusal, type SandboxConsole } from './console.ts';
import { customersPage, eventsPage, STYLE, type Said } from './page.ts';

/** No scripts, nothing external; its own buttons only. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const ONLY_A_PRESS = { config: { http: { ignoresForm: { maxBytes: 1000 } } } } as const;
const HTML = 'text/html; charset=utf-8';

type Query = Readonly<Record<string, string | undefined>>;
type Show = (at: SandboxConsole, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const events = async (at: SandboxConsole, customer: string | undefined, said: Said | null) =>
  eventsPage(await at.events(customer), { customer, said });

/** /dev/payments on every front: the payment sandbox; 404 without one. Guarded like all pages below /dev. */
export function servePayments(
  app: FastifyInstance,
  { settings, payments }: { readonly settings: Pick<Settings, 'smtpUrl'>; readonly payments: Payments },
): void {
  const sandboxConsole = createConsole(payments.stripe);
  const handler = (show: Show) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (sandboxConsole === null) throw new Refused('not_found');
    reply.header('cache-control', 'no-store').header('content-security-policy', POLICY);
    // With no-referrer a browser would send its buttons' presses without an origin.
    reply.header('referrer-policy', 'same-origin');
    return show(sandboxConsole, request, reply);
  };
  const get = (path: string, show: Show) => app.get(`/dev/payments${path}`, handler(show));

  const customers = async (at: SandboxConsole, said: Said | null): Promise<string> =>
    customersPage(await at.customers(), {
      sandbox: payments.pagesOrigin ?? '',
      hasOutbox: settings.smtpUrl === null,
      said,
    });
  /** Does what a button says and shows the page again; a refusal is shown there. */
  const press = (
    path: string,
    act: (at: SandboxConsole, params: Query) => Promise<string>,
    page: (at: SandboxConsole, said: Said) => Promise<string>,
  ) =>
    app.post(
      `/dev/payments${path}`,
      ONLY_A_PRESS,
      handler(async (at, request, reply) => {
        try {
          return await reply.redirect(await act(at, request.params as Query), 303);
        } catch (error) {
          if (!(error instanceof SandboxRefusal)) throw error;
          const body = await page(at, { is: 'refused', why: error.message });
          return reply.code(409).type(HTML).send(body);
        }
      }),
    );

  get('', async (at, request, reply) => {
    return reply.type(HTML).send(await customers(at, saidIn(request.query as Query)));
  });
  get('/style.css', async (_at, _request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  get('/events', async (at, request, reply) => {
    const query = request.query as Query;
    const customer = /^cus_\w+$/.exec(query['customer'] ?? '')?.[0];
    return reply.type(HTML).send(await events(at, customer, saidIn(query)));
  });
  press(
    '/customers/:id/clock/:by',
    async (at, { id = '', by = '' }) => {
      const { to, delivered, failed, held } = await at.travel(id, by);
      const moved = Object.entries({ to, delivered, failed, held }).map(([name, n]) => [name, String(n)]);
      return `/dev/payments?${new URLSearchParams(moved).toString()}`;
    },
    customers,
  );
  const eventAction = (action: 'send' | 'hold' | 'release', said: string) =>
    press(
      `/events/:id/${action}`,
      async (at, { id = '' }) => {
        await at[action](id);
        return `/dev/payments/events?said=${said}`;
      },
      (at, refused) => events(at, undefined, refused),
    );
  eventAction('send', 'sent');
  eventAction('hold', 'held');
  eventAction('release', 'released');
}

/** What the address tells of the last button. */
function saidIn(query: Query): Said | null {
  const { said } = query;
  if (said === 'sent' || said === 'held' || said === 'released') return { is: said };
  const [to, delivered, failed, held] = ['to', 'delivered', 'failed', 'held'].map((name) =>
    /^\d{1,11}$/.test(query[name] ?? '') ? Number(query[name]) : undefined,
  );
  if (to === undefined) return null;
  const moved = { to, delivered: delivered ?? 0, failed: failed ?? 0, held: held ?? 0 };
  return { is: 'moved', moved };
}
