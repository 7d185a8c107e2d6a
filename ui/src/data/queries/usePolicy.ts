import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { POLICY_BODIES, type PolicyBody, type PolicyName, type PolicyRow } from '@hearth/contracts/policy'
import { useMemo } from 'react'
import { useGetList } from 'react-admin'
import { useNow } from '../../components/dates/useNow.ts'

/**
 * The body of the policy version in force; undefined until it is loaded. It applies to new bookings; old ones
 * carry their own.
 */
export const usePolicy = <N extends PolicyName>(name: N): PolicyBody<N> | undefined => {
  const minute = Math.floor(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  const filter = { name, effectiveFrom_lte: new Date(minute).toISOString() }
  const { data } = useGetList<PolicyRow>('rules', {
    filter,
    sort: { field: 'effectiveFrom', order: 'DESC' },
    pagination: { page: 1, perPage: 1 },
  })
  const body = data?.[0]?.body
  return useMemo(
    () => (body === undefined ? undefined : (POLICY_BODIES[name].parse(body) as PolicyBody<N>)),
    [name, body],
  )
}
