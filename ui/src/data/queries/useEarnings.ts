import { useQuery } from '@tanstack/react-query'
import { useGetMany } from 'react-admin'
import type { EarningsExplanation, ExplainedEntry } from '@hearth/contracts/ledger'
import type { PayoutRow } from '@hearth/contracts/payout'
import { allows, useSession } from '../../session/session.ts'
import { getJson } from '../http/http.ts'

/** What a booking put into the ledger; only asked for where the role may see it. */
export const useEarnings = (bookingId: string, enabled = true) => {
  const seesLedger = allows(useSession(), 'ledger.read')
  return useQuery({
    queryKey: ['ledger-entries', 'explain', bookingId],
    queryFn: ({ signal }) =>
      getJson<EarningsExplanation>(`/api/bookings/${encodeURIComponent(bookingId)}/earnings/explain`, signal),
    enabled: enabled && seesLedger,
  })
}

type Payout = Pick<PayoutRow, 'id' | 'code' | 'methodLast4'>

/** The payouts that entries are in, as far as the role may see them. */
export const usePayoutsOf = (
  entries: readonly Pick<ExplainedEntry, 'payoutId'>[],
): ReadonlyMap<string, Payout> => {
  const seesPayouts = allows(useSession(), 'payout.read')
  const ids = [...new Set(entries.flatMap(({ payoutId }) => payoutId ?? []))]
  const { data = [] } = useGetMany<Payout>('payouts', { ids }, { enabled: seesPayouts && ids.length > 0 })
  return new Map(data.flatMap((payout) => (payout === undefined ? [] : [[payout.id, payout] as const])))
}
