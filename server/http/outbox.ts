import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../lib/refused.ts';
import type { Settings } from '../lib/settings.ts';
import { attachmentOf, DEV_STYLE, listPage, mailPage } from '../mail/outbox/page.ts';
import { readOutboxFile, listOutbox, readStored } from '../mail/outbox/read.ts';

const PAGE_SIZE = 50;
/** No scripts, nothing external; the mail itself is in a stricter frame. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** /dev/outbox on every front: stored mails; 404 when SMTP is configured. Guarded like all pages below /dev. */
export function serveOutbox(
  app: FastifyInstance,
  settings: Pick<Settings, 'smtpUrl' | 'dataDir'>,
  hasPayments: boolean,
): void {
  const { smtpUrl, dataDir } = settings;
  const show = (path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.get(`/dev/outbox${path}`, async (request, reply) => {
      if (smtpUrl !== null) throw new Refused('not_found');
      reply.header('cache-control', 'no-store').header('content-security-policy', POLICY);
      reply.header('referrer-policy', 'no-referrer');
      return handler(request, reply);
    });
  const storedMail = async (request: FastifyRequest) => {
    const mail = await readStored(dataDir, (request.params as { id: string }).id);
    if (mail === null) throw new Refused('not_found');
    return mail;
  };

  show('', async (request, reply) => {
    const requested = Number((request.query as { page?: string }).page ?? 0);
    const page = Number.isSafeInteger(requested) && requested > 0 ? requested : 0;
    const { mails, total } = await listOutbox(dataDir, { page, size: PAGE_SIZE });
    return reply
      .type('text/html; charset=utf-8')
      .send(listPage(mails, { total, page, size: PAGE_SIZE, hasPayments }));
  });
  show('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(DEV_STYLE));
  show('/:id', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailPage(await storedMail(request))),
  );
  show('/:id/html', async (request, reply) => {
    const { mail } = await storedMail(request);
    if (mail.html === undefined) throw new Refused('not_found');
    return reply
      .header('content-security-policy', FRAME_POLICY)
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
  show('/:id/file', async (request, reply) => {
    const { id } = request.params as { id: string };
    const bytes = await readOutboxFile(dataDir, id);
    if (bytes === null) throw new Refused('not_found');
    return asFile(reply, `${id}.eml`, bytes);
  });
  show('/:id/files/:n', async (request, reply) => {
    const attachment = attachmentOf(await storedMail(request), Number((request.params as { n: string }).n));
    if (attachment === null) throw new Refused('not_found');
    return asFile(reply, attachment.name, attachment.bytes);
  });
}

/** Sent as a download: the browser opens nothing. */
const asFile = (reply: FastifyReply, name: string, bytes: Buffer) =>
  reply
    .type('application/octet-stream')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(bytes);
