import { NO_PAYOUT_ACCOUNT, type PayoutAccount } from '@hearth/contracts/payout-account'
import { useSession } from '../session/session.ts'
import type { CommandAnswer } from '../data/records/dataProvider.ts'
import type { PayoutAccountRecord } from '../data/records/records.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useOptionalRecord } from '../data/queries/useOptionalRecord.ts'
import { browserZone } from '../components/dates/localDate.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'

const useAccountId = () => useSession()?.account?.id ?? ''
/** The account's time zone, which these pages use. */
export const useZone = () => useSession()?.account?.timezone ?? browserZone()

/** The payout account of the current account. It has no row, and no payouts, until something is set. */
export const usePayoutAccount = () => {
  const id = useAccountId()
  const query = useOptionalRecord<PayoutAccountRecord>('payout-accounts', id)
  const data: PayoutAccount | undefined = query.data ?? (query.none ? NO_PAYOUT_ACCOUNT : undefined)
  return { data, error: query.error, refetch: query.refetch }
}

/** A command on the current payout account; `said` is shown once it is accepted. */
export const usePayoutCommand = (
  verb: string,
  { said, onSuccess }: { said?: string | (() => string); onSuccess?: (answer: CommandAnswer) => void } = {},
) => {
  const id = useAccountId()
  const saved = useSaved()
  const command = useCommand({
    resource: 'payout-accounts',
    verb,
    touches: ['payout-holds'],
    onSuccess: (answer) => {
      if (said !== undefined) saved(typeof said === 'function' ? said() : said)
      onSuccess?.(answer)
    },
  })
  return { ...command, run: (body: unknown) => command.run({ record: { id }, body }) }
}
