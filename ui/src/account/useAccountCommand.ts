import { useCommand, type CommandInput } from '../data/commands/useCommand.ts'
import type { CommandAnswer } from '../data/records/dataProvider.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useAccountId } from './useAccount.ts'

const SHOWN = ['members', 'permission-requests', 'owner-changes', 'data-exports', 'erasures']

/** A command on the current account; `said` is shown once it is accepted. */
export const useAccountCommand = (
  verb: string,
  {
    said,
    onSuccess,
  }: {
    said?: string | (() => string)
    onSuccess?: (answer: CommandAnswer, input: CommandInput) => void
  } = {},
) => {
  const id = useAccountId()
  const saved = useSaved()
  const command = useCommand({
    resource: 'accounts',
    verb,
    touches: SHOWN,
    onSuccess: (answer, input) => {
      if (said !== undefined) saved(typeof said === 'function' ? said() : said)
      onSuccess?.(answer, input)
    },
  })
  return { ...command, run: (body: unknown = {}) => command.run({ record: { id }, body }) }
}
