import type { FastifyInstance } from 'fastify';
import { STORAGE_PATH } from '../open.ts';
import type { DiskStore } from './store.ts';

/**
 * Serves the store under /storage of each front's origin. The store handles the raw connection: no body is
 * parsed and no header is changed.
 */
export async function serveDisk(app: FastifyInstance, disk: DiskStore): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS'],
      url: `${STORAGE_PATH}/*`,
      config: { http: { signed: true, slowBody: true } },
      handler: (request, reply) => {
        reply.hijack();
        return disk.handle(request.raw, reply.raw, request.url.slice(STORAGE_PATH.length));
      },
    });
  });
}
