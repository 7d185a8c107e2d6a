import type { Shown } from '@hearth/contracts/kernel/resource'
import {
  NO_TAX_PROFILE,
  readTaxStatus,
  type taxProfiles,
  type TaxProfile,
} from '@hearth/contracts/tax-profile'
import { browserZone, formatDay, wallClock } from '../components/dates/localDate.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { useOptionalRecord } from '../data/queries/useOptionalRecord.ts'
import { useGetOne } from 'react-admin'
import type { Account } from '../data/records/records.ts'
import { useSession } from '../session/session.ts'

type TaxProfileRecord = Shown<typeof taxProfiles>

const readProfile = ({ answers, documents, ...row }: TaxProfileRecord): TaxProfile => ({
  ...NO_TAX_PROFILE,
  ...row,
  answers: answers ?? NO_TAX_PROFILE.answers,
  documents: documents ?? [],
})

/** The tax profile of an account, the current one by default. It has no row until something is asked or answered. */
export const useTaxProfile = (accountId?: string) => {
  const own = useSession()?.account?.id ?? ''
  const id = accountId ?? own
  const query = useOptionalRecord<TaxProfileRecord>('tax-profiles', id)
  const data = query.data ? readProfile(query.data) : query.none ? NO_TAX_PROFILE : undefined
  return {
    data,
    status: data && readTaxStatus(data),
    error: query.error,
    refetch: query.refetch,
  }
}

/** A command on the current tax profile; `said` is shown once it is accepted. */
export const useTaxCommand = (
  verb: string,
  { said, onSuccess }: { said?: string; onSuccess?: () => void } = {},
) => {
  const id = useSession()?.account?.id ?? ''
  const saved = useSaved()
  const command = useCommand({
    resource: 'tax-profiles',
    verb,
    touches: ['payout-accounts', 'payout-holds'],
    onSuccess: () => {
      if (said !== undefined) saved(said)
      onSuccess?.()
    },
  })
  return { ...command, run: (body: unknown) => command.run({ record: { id }, body }) }
}

/** The day of an instant where the reader is. */
export const formatReaderDay = (instant: string): string => formatDay(wallClock(instant, browserZone()).date)

/** The account’s legal name and country, with which forms begin. */
export const useAccountIdentity = () => {
  const id = useSession()?.account?.id ?? ''
  const { data } = useGetOne<Account>('accounts', { id }, { enabled: id !== '', retry: false })
  return { name: data?.legalName ?? '', country: data?.country ?? '' }
}
