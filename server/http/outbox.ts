import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../../lib/errors.ts';
import type { Settings } from '../../settings.ts';
import { attachmentOf, listPage, mailPage, STYLE } from './page.ts';
import { keptBytes, listKept, readKept } from './read.ts';

const PAGE_SIZE = 50;
/** No script, nothing from elsewhere; the mail itself stands in a frame that can do still less. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Mails hold links that sign people in, so only whoever sits at this machine sees them: by a loopback name, from a
 * loopback address, and through no proxy.
 */
function isAtThisMachine({ headers, socket, reached }: FastifyRequest): boolean {
  return (
    LOOPBACK_NAME.test(new URL(reached.origin).hostname) &&
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}

/** The development page /dev/outbox on every front (decisions 10): 404 when SMTP is configured, and from elsewhere. */
export function serveOutbox(app: FastifyInstance, settings: Pick<Settings, 'smtpUrl' | 'dataDir'>): void {
  const { smtpUrl, dataDir } = settings;
  const show = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.get(`/dev/outbox${path}`, async (request, reply) => {
      if (smtpUrl !== null || !isAtThisMachine(request)) throw new Refused('not_found');
      reply.header('cache-control', 'no-store').header('content-security-policy', POLICY);
      reply.header('referrer-policy', 'no-referrer');
      return answer(request, reply);
    });
  const kept = async (request: FastifyRequest) => {
    const found = await readKept(dataDir, (request.params as { id: string }).id);
    if (found === null) throw new Refused('not_found');
    return found;
  };

  show('', async (request, reply) => {
    const asked = Number((request.query as { page?: string }).page ?? 0);
    const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 0;
    const { mails, total } = await listKept(dataDir, { page, size: PAGE_SIZE });
    return reply.type('text/html; charset=utf-8').send(listPage(mails, total, page, PAGE_SIZE));
  });
  show('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  show('/:id', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailPage(await kept(request))),
  );
  show('/:id/html', async (request, reply) => {
    const { mail } = await kept(request);
    if (mail.html === undefined) throw new Refused('not_found');
    return reply
      .header('content-security-policy', FRAME_POLICY)
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
  show('/:id/file', async (request, reply) => {
    const { id } = request.params as { id: string };
    const bytes = await keptBytes(dataDir, id);
    if (bytes === null) throw new Refused('not_found');
    return asFile(reply, `${id}.eml`, bytes);
  });
  show('/:id/files/:n', async (request, reply) => {
    const found = attachmentOf(await kept(request), Number((request.params as { n: string }).n));
    if (found === null) throw new Refused('not_found');
    return asFile(reply, found.name, found.bytes);
  });
}

/** Whatever it is, a browser saves it and opens nothing. */
const asFile = (reply: FastifyReply, name: string, bytes: Buffer) =>
  reply
    .type('application/octet-stream')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(bytes);
