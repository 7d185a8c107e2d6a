import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import { useGetList } from 'react-admin'
import { START_WITHIN_HOURS } from '@hearth/contracts/impersonation'
import type { ImpersonationRecord } from '../data/records/records.ts'
import { useNow } from '../components/dates/useNow.ts'

const POLL_MS = 5_000

/**
 * Impersonations that are requested, approved or active. An approved one that was not started in time has
 * expired.
 */
export const useOpenImpersonations = () => {
  const now = useNow(60_000)
  const query = useGetList<ImpersonationRecord>(
    'impersonations',
    {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'requestedAt', order: 'DESC' },
      filter: { state: ['requested', 'approved', 'active'] },
    },
    { refetchInterval: POLL_MS },
  )
  const alive = query.data?.filter(({ state, requestedAt, expiresAt }) =>
    state === 'active'
      ? expiresAt !== null && Date.parse(expiresAt) > now
      : Date.parse(requestedAt) + START_WITHIN_HOURS * HOUR_MS > now,
  )
  return { ...query, data: alive }
}
