import type { CommandHandler } from '../runtime/commandHandler.ts'

/** A handler that views nothing but these states, by the category of the stream. */
export const handlerWith = (stateOf: (category: string) => unknown): Pick<CommandHandler, 'view'> =>
  ({
    view: async ({ category }: { category: string }) => ({ state: stateOf(category) }),
  }) as unknown as Pick<CommandHandler, 'view'>
