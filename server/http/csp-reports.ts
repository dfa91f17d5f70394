import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { perAddress } from '#shared/lib/limits.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { limitCall } from '../db/rate.ts';
import { Refused } from '../lib/refused.ts';

/** Where browsers say what the Content-Security-Policy refused. */
export const CSP_REPORTS = '/api/csp-reports';
/** The name by which headers refer to it. */
export const CSP_GROUP = 'csp';

const MAX_BYTES = 64 * 1024;
/** Of one batch; the others say the same. */
const MOST = 20;
const LIMITS = [perAddress('csp-report', 60, 60)] as const;

const text = z._default(z.string().check(z.maxLength(4096)), '');
/** By the Reporting API, and by `report-uri` in browsers without it. */
const Reports = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  }),
);
const OldReport = z.object({
  'csp-report': z.object({ 'effective-directive': text, 'blocked-uri': text, 'document-uri': text }),
});

interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
}

/** An origin, or a word such as `inline`; never a path, which may name a person or a file. */
const originOf = (address: string): string =>
  URL.parse(address)?.origin ?? /^[a-z-]*$/.exec(address)?.[0] ?? '';
/** The first part of a page's path, which says what kind of screen it was. */
const screenOf = (address: string): string => `/${URL.parse(address)?.pathname.split('/')[1] ?? ''}`;

/** What a report says; null for what is none. */
export function readReports(body: unknown): readonly Violation[] | null {
  const old = OldReport.safeParse(body);
  if (old.success) {
    const report = old.data['csp-report'];
    return [violation(report['effective-directive'], report['blocked-uri'], report['document-uri'])];
  }
  const reports = Reports.safeParse(body);
  if (!reports.success) return null;
  return reports.data
    .slice(0, MOST)
    .map((report) =>
      violation(report.body.effectiveDirective, report.body.blockedURL, report.body.documentURL),
    );
}

const violation = (directive: string, blocked: string, page: string): Violation => ({
  directive: /^[a-z-]*/.exec(directive)?.[0] ?? '',
  blocked: originOf(blocked),
  page: screenOf(page),
});

/** Logs what browsers report as refused (docs/product/security.md#csp-reports). */
export function serveCspReports(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = { parseAs: 'string', bodyLimit: MAX_BYTES } as const;
    for (const type of ['application/csp-report', 'application/reports+json', 'application/json'])
      scope.addContentTypeParser(type, parse, (_request, body, done) => done(null, body));
    scope.route({
      method: 'POST',
      url: CSP_REPORTS,
      bodyLimit: MAX_BYTES,
      config: { http: { signed: true } },
      handler: async (request, reply) => {
        const ctx = ctxOf(request);
        await limitCall(ctx, LIMITS, request.ip);
        const violations = readReports(parsed(request.body));
        if (violations === null) throw new Refused('malformed');
        for (const one of violations) ctx.log.warn(one, 'a page was refused something by its policy');
        return reply.code(204).send();
      },
    });
  });
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}
