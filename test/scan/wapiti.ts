import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from './run-program.ts';

/** All modules but those that ask servers elsewhere, and the dictionaries of other programs' addresses. */
const MODULES = 'all,-ssrf,-nikto,-wapp,-brute_login_form';

/** Not findings: without TLS there is no such header, and browsers' filter is switched off by 0, as OWASP advises. */
const EXPECTED = new Set(['Strict-Transport-Security is not set', 'X-XSS-Protection is not set']);

interface Report {
  readonly vulnerabilities: Readonly<
    Record<string, readonly { readonly info: string; readonly path: string }[]>
  >;
  readonly anomalies: Report['vulnerabilities'];
}

/** Has wapiti look at these addresses of an origin and all they lead to, with a cookie; returns what it finds. */
export async function attackPages(
  origin: string,
  paths: readonly string[],
  cookie: string | null,
  folder: string,
): Promise<string[]> {
  const report = path.join(folder, 'wapiti.json');
  const starts = paths.flatMap((one) => ['-s', `${origin}${one}`]);
  const what = ['-u', `${origin}/`, ...starts, '-m', MODULES, '--flush-session', '--scope', 'domain'];
  const where = ['--store-session', folder, '--store-config', folder, '-f', 'json', '-o', report];
  const as = cookie === null ? [] : ['-H', `Cookie: ${cookie}`];
  await runProgram('wapiti', [...what, ...where, ...as, '--no-bugreport', '-v', '1'], folder);
  const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8')) as Report;
  return [vulnerabilities, anomalies].flatMap((kinds) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      found
        .filter(({ info }) => !EXPECTED.has(info))
        .map(({ info, path: at }) => `${kind} at ${at}: ${info}`),
    ),
  );
}
