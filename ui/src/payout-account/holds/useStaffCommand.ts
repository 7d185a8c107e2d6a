import { useCommand } from '../../data/commands/useCommand.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'

/** A command of finance on a payout account; `said` is shown once it is accepted. */
export const useStaffCommand = (verb: string, said: string, onSuccess: () => void) => {
  const saved = useSaved()
  const command = useCommand({
    resource: 'payout-accounts',
    verb,
    touches: ['payout-holds'],
    onSuccess: () => {
      saved(said)
      onSuccess()
    },
  })
  return {
    ...command,
    run: (hostAccountId: string, body: unknown) => command.run({ record: { id: hostAccountId }, body }),
  }
}
