import { useQuery } from '@tanstack/react-query'
import { useGetList, useGetOne } from 'react-admin'
import type { DisruptedStays, disruptionEvidence, disruptions } from '@hearth/contracts/disruption'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { getJson } from '../data/http/http.ts'

export type ShownDisruption = Shown<typeof disruptions>
export type Evidence = Shown<typeof disruptionEvidence>
const POLL_MS = 10_000

/** The declared events, the newest first. */
export const useDisruptions = () =>
  useGetList<ShownDisruption>(
    'disruptions',
    { pagination: { page: 1, perPage: 50 }, sort: { field: 'declaredAt', order: 'DESC' }, filter: {} },
    { refetchInterval: POLL_MS },
  )

/** The event that the evidence of a stay is about; undefined without a stay, and until it is loaded. */
export const useEventOfStay = (bookingId: string | null): string | undefined =>
  useGetOne<Evidence>('disruption-evidence', { id: bookingId ?? '' }, { enabled: bookingId !== null }).data
    ?.disruptionId

/** The stays that it covers, or would cover; read again when its state changes. */
export const useDisruptedStays = ({ id, state }: Pick<ShownDisruption, 'id' | 'state'>) =>
  useQuery({
    queryKey: ['disruptions', 'stays', id, state],
    queryFn: ({ signal }) => getJson<DisruptedStays>(`/api/disruptions/${id}/stays`, signal),
    refetchInterval: POLL_MS,
  })
