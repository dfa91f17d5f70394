import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * A report's failed tests, of vitest's (`testResults`) or Playwright's (`suites`): file, full name and the first line of
 * the error (of a property also its seed, path and counterexample, of Playwright's the place and all lines); a file that
 * failed as a whole by its path alone.
 */
export function failuresOf(report: unknown): string[] {
  if (typeof report !== 'object' || report === null) return [];
  if ('testResults' in report) {
    const files = report.testResults as readonly VitestFile[];
    return files.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed');
      if (failed.length === 0) return status === 'failed' ? [relative(name)] : [];
      return failed.map(({ fullName, failureMessages }) =>
        withError(`${relative(name)}: ${fullName}`, failureMessages?.[0]),
      );
    });
  }
  return 'suites' in report
    ? (report.suites as readonly PlaywrightSuite[]).flatMap((one) => failedIn(one, []))
    : [];
}

/** As much of vitest's report as is read here. */
interface VitestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[];
  }[];
}

interface PlaywrightError {
  readonly message?: string;
  readonly location?: { readonly file: string; readonly line: number };
}

interface PlaywrightTest {
  readonly status: string;
  readonly results?: readonly { readonly error?: PlaywrightError }[];
}

/** As much of a suite of Playwright's report as is read here. */
interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly PlaywrightTest[];
  }[];
}

/** A property's failure: what repeats it stands on two more lines, seed and path first, then the counterexample. */
const PROPERTY = /Property failed after .*\n\{ seed: .*\nCounterexample: .*/;

/** A test's name with the first line of its error, without the terminal's colors; a property's with what repeats it. */
function withError(name: string, message = ''): string {
  const text = stripVTControlCharacters(message);
  const repeat = PROPERTY.exec(text)?.[0].replaceAll('\n', ', ').slice(0, 1500);
  const line = repeat ?? text.split('\n')[0]?.slice(0, 1500) ?? '';
  return line === '' ? name : `${name} (${line})`;
}

/** Playwright's error in one line, with its place: what was expected and what was there stand on later lines. */
function allOf({ message = '', location }: PlaywrightError = {}): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const place = location === undefined ? [] : [`at ${relative(location.file)}:${location.line}`];
  return [...place, ...lines].join('; ').slice(0, 1500);
}

const relative = (file: string): string => path.relative(process.cwd(), file);

function failedIn({ title, suites = [], specs = [] }: PlaywrightSuite, above: readonly string[]): string[] {
  const names = [...above, title];
  const failed = specs.filter(({ tests }) =>
    tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  );
  return [
    ...failed.map((spec) => {
      const results = spec.tests.flatMap((one) => one.results ?? []);
      const error = results.find((one) => one.error !== undefined)?.error;
      return withError([...names, spec.title].join(' › '), allOf(error));
    }),
    ...suites.flatMap((suite) => failedIn(suite, names)),
  ];
}
