import { describe, expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { help, readCommand } from './read-command.ts';

describe('a command', () => {
  test('with its words and options', () => {
    const { command, args } = readCommand([
      'people',
      'invite',
      'partner',
      '--slug',
      'rafa',
      '--name',
      'Rafa Monteiro',
    ]);
    expect(command.name).toBe('people invite');
    expect(args.positionals).toEqual(['partner']);
    expect([args.value('slug'), args.value('name'), args.value('zone')]).toEqual([
      'rafa',
      'Rafa Monteiro',
      undefined,
    ]);
    expect(args.is('another')).toBe(false);
  });

  test('of three words', () => {
    const { command, args } = readCommand(['content', 'picture', 'add', 'a.png']);
    expect([command.name, args.positionals]).toEqual(['content picture add', ['a.png']]);
  });

  test('tells of events where mails follow', () => {
    expect(readCommand(['people', 'admit', 'ada@test.test']).command.needs?.events).toBe(true);
    expect(readCommand(['flags', 'list']).command.needs?.events).toBeUndefined();
  });

  test.each([
    ['people', /There is no command "people"\.[\s\S]*people invite/],
    ['people dismiss', /There is no command "people dismiss"\.[\s\S]*people invite/],
    ['poems write', /There is no command "poems write"\.[\s\S]*flags set/],
    ['people invite', /^Usage:\n.*people invite/],
    ['people invite client', /Whom\? One of operator, partner, managed, not "client"\./],
    ['people invite managed --slug x', /^--slug is for a partner/],
    ['people invite partner --another', /^--another is for an operator/],
    ['people invite managed --mail x', /'--mail'[\s\S]*Usage:/],
    ['people invite managed --email', /--email[\s\S]*Usage:/],
    ['people admit', /^Usage:/],
    ['people waiting long', /^Usage:/],
    ['flags set webinar', /^Usage:/],
    ['flags set webinar maybe', /^on or off, not "maybe"/],
    ['content export here there', /^Usage:/],
    ['sessions move 100004', /^Usage:/],
    ['sessions book ada@test.test drums recording tomorrow --title Song', /^A start with its offset/],
    ['sessions book ada@test.test drums recording 2026-12-01T14:00Z', /^Give the track a --title/],
    [
      'sessions book ada@test.test drums recording 2026-12-01T14:00Z --title Song --units 0',
      /^--units takes/,
    ],
    ['sessions move drums 2026-12-01T14:00Z', /^A session's number/],
    ['sessions move 100004 2026-12-01', /^A start with its offset/],
    ['content picture', /There is no command "content picture"[\s\S]*content picture add/],
    ['content picture add', /^Usage:/],
  ])('"%s" is typed wrong', (typed, words) => {
    const read = () => readCommand(typed.split(' '));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(words);
  });
});

test('help shows what was asked about, else everything', () => {
  expect(help('flags')).toContain('npm run studio -- flags set <flag> on|off');
  expect(help('flags')).not.toContain('people');
  for (const words of [
    'people invite',
    'people waiting',
    'people admit',
    'people reset-second-factor',
    'content import',
    'flags unset',
  ])
    expect(help()).toContain(`npm run studio -- ${words}`);
});
