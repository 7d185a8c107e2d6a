import { useQuery } from '@tanstack/react-query'
import { useGetList, useGetOne } from 'react-admin'
import type { History } from '@hearth/contracts/event'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { ExplainedEntry } from '@hearth/contracts/ledger'
import type { referees, referrals, ReferralState } from '@hearth/contracts/referral'
import { getJson } from '../data/http/http.ts'
import { allows, useSession } from '../session/session.ts'

export type Referral = Shown<typeof referrals>
export type Referee = Shown<typeof referees>

/** The most that one request may ask for; four years of rewards. */
const MAX_ROWS = 100
const NEWEST_FIRST = { field: 'invitedAt', order: 'DESC' } as const

/** Invitations of the account in these states, the newest first. */
export const useReferralsIn = (states: readonly ReferralState[]) =>
  useGetList<Referral>('referrals', {
    filter: { state: states },
    sort: NEWEST_FIRST,
    pagination: { page: 1, perPage: MAX_ROWS },
  })

/** The invitation that this account has accepted; undefined where there is none, or until it is loaded. */
export const useReferee = () =>
  useGetList<Referee>('referees', {
    filter: {},
    sort: { field: 'acceptedAt', order: 'DESC' },
    pagination: { page: 1, perPage: 1 },
  })

export const useReferral = (id: string) => useGetOne<Referral>('referrals', { id })

export const useReferralHistory = (id: string) =>
  useQuery({
    queryKey: ['referrals', 'history', id],
    queryFn: ({ signal }) => getJson<History>(`/api/referrals/${encodeURIComponent(id)}/history`, signal),
    select: ({ entries }) => entries,
  })

/** What the referral put into the ledger; only asked for where the role may see it. */
export const useReferralEarnings = (id: string) => {
  const seesLedger = allows(useSession(), 'ledger.read')
  return useQuery({
    queryKey: ['ledger-entries', 'referral', id],
    queryFn: ({ signal }) =>
      getJson<Readonly<{ entries: readonly ExplainedEntry[] }>>(
        `/api/referrals/${encodeURIComponent(id)}/earnings/explain`,
        signal,
      ),
    enabled: seesLedger,
  })
}
