import { checkMembers, importMembers } from '#shared/operator/import/contract-import.ts';
import type { Inside } from '../inside.ts';

const MEMBERS = 1000;
/** Seconds that an import may take. */
const LIMIT_S = 30;

/** A file of members with credits, each in one of five zones. */
function membersFile(): string {
  const zones = ['Europe/Lisbon', 'America/New_York', 'Asia/Tokyo', 'Europe/Berlin', 'America/Sao_Paulo'];
  const lines = Array.from({ length: MEMBERS }, (_, n) =>
    [
      `Ada Imported ${n}`,
      `imported.${n}@mail.test`,
      zones[n % 5],
      n % 10 === 0 ? '2026-10-31' : '2027-03-31',
      n % 7,
    ].join(','),
  );
  return ['name,email,zone,paid_through,credits', ...lines].join('\n');
}

/** Checks and imports a file of 1,000 members by the console's calls. */
export async function benchImport({ app }: Pick<Inside, 'app'>, cookie: string): Promise<void> {
  const headers = { host: 'localhost:4002', origin: 'http://localhost:4002', cookie };
  const csv = membersFile();
  for (const [what, { path }] of [
    ['checking a file of 1,000 members', checkMembers],
    ['importing it', importMembers],
    ['checking it again: each is known', checkMembers],
  ] as const) {
    const begun = performance.now();
    const { statusCode, body } = await app.http.inject({
      method: 'POST',
      url: path,
      headers,
      payload: { csv },
    });
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
    const s = (performance.now() - begun) / 1000;
    console.log(
      `  ${what.padEnd(52)} ${s.toFixed(2).padStart(6)} s  ÷ limit of ${LIMIT_S} s ${(s / LIMIT_S).toFixed(3)}`,
    );
  }
}
