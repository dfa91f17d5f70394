import { listFlags, setFlag, unsetFlag, type FlagState } from '#server/content/service.ts';
import { columns, CommandError, UsageError, type Command } from './command.ts';

const onOff = (value: boolean): string => (value ? 'on' : 'off');
const said = ({ name, value, override }: FlagState): string =>
  `${name} is ${onOff(value)}${override === null ? ', as shipped' : ''}. Running servers follow within seconds.`;

export const FLAG_COMMANDS: readonly Command[] = [
  {
    words: 'flags list',
    takes: '',
    about: 'Every flag, what it is, and whether it was set here.',
    arguments: 0,
    async run({ ctx }) {
      const flags = await listFlags(ctx);
      return columns(
        flags.map(({ name, value, override, about }) => [
          name,
          onOff(value),
          override === null ? 'shipped' : 'set',
          about,
        ]),
      );
    },
  },
  {
    words: 'flags set',
    takes: '<flag> on|off',
    about: 'Sets a flag, whatever is shipped.',
    arguments: 2,
    check({ arguments: [, value = ''] }) {
      if (value !== 'on' && value !== 'off') throw new UsageError(`on or off, not "${value}".`);
    },
    async run({ ctx }, given) {
      const [name = '', value = ''] = given.arguments;
      const set = await setFlag(ctx, name, value === 'on');
      if (!set.ok) throw new CommandError(set.detail ?? set.reason);
      return [said(set.value)];
    },
  },
  {
    words: 'flags unset',
    takes: '<flag>',
    about: 'Lets the shipped value count again.',
    arguments: 1,
    async run({ ctx }, given) {
      const unset = await unsetFlag(ctx, given.arguments[0] ?? '');
      if (!unset.ok) throw new CommandError(unset.detail ?? unset.reason);
      return [said(unset.value)];
    },
  },
];
