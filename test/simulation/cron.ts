/** Whether a schedule of five fields (a number, several with commas, `*` or `*` by a step) fires in a minute of UTC. */
export function fires(cron: string, epochMilliseconds: number): boolean {
  const at = new Date(epochMilliseconds);
  const values = [
    at.getUTCMinutes(),
    at.getUTCHours(),
    at.getUTCDate(),
    at.getUTCMonth() + 1,
    at.getUTCDay(),
  ];
  const fields = cron.split(' ');
  if (fields.length !== values.length) throw new Error(`not a schedule of five fields: ${cron}`);
  return fields.every((field, nr) => field.split(',').some((part) => matches(part, values[nr] ?? 0)));
}

function matches(part: string, value: number): boolean {
  if (part === '*') return true;
  const [, step] = /^\*\/(\d+)$/.exec(part) ?? [];
  return step === undefined ? Number(part) === value : value % Number(step) === 0;
}
