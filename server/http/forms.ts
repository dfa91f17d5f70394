import type { FastifyInstance } from 'fastify';
import { httpOf } from './route-http.ts';

/** The media types of forms: RFC 8058 asks for the first and allows the second. */
const FORMS = /^(multipart\/form-data|application\/x-www-form-urlencoded)(?=$|[\s;])/i;

const refusal = (statusCode: 413 | 415) => Object.assign(new Error('no such form'), { statusCode });

/**
 * Accepts a form if the endpoint says so (`ignoresForm`), without reading it. Elsewhere a form is 415, whatever its
 * length.
 */
export function acceptIgnoredForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORMS, (request, payload, done) => {
    const { ignoresForm } = httpOf(request);
    if (ignoresForm === undefined) return done(refusal(415));
    const { maxBytes } = ignoresForm;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return done(refusal(413));
    let length = 0;
    const count = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= maxBytes) return;
      payload.off('data', count).off('end', finish).resume();
      done(refusal(413));
    };
    const finish = (): void => done(null, {});
    payload.on('data', count).once('end', finish).once('error', done);
  });
}
