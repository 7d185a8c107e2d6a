import { useGetList, useGetOne } from 'react-admin'
import type { ListedRequest, ReimbursementRecord, RequestRecord } from '../../data/records/records.ts'
import { useSees } from '../../session/session.ts'

const MAX_REQUESTS = 50

export type Turnover = Readonly<{ requestId: string; at: string; fileIds: readonly string[] }>

/**
 * The last cleaning before the stay of a claim, with the photos of how it left the home; undefined where there is
 * none (docs/domain/reimbursement.md#turnover).
 */
export const useTurnoverPhotos = ({
  listingId,
  checkIn,
}: Pick<ReimbursementRecord, 'listingId' | 'checkIn'>): Turnover | undefined => {
  const enabled = useSees('request.read') && checkIn !== null
  const { data: services = [] } = useGetList<ListedRequest>(
    'requests',
    {
      pagination: { page: 1, perPage: MAX_REQUESTS },
      sort: { field: 'movedAt', order: 'DESC' },
      filter: { listingId, kind: 'service', status: ['completed', 'closed'] },
    },
    { enabled },
  )
  const last = services
    .filter(({ serviceType }) => serviceType === 'cleaning')
    .map(({ id, startsAt, openedAt }) => ({ id, at: startsAt ?? openedAt }))
    .filter(({ at }) => checkIn !== null && at.slice(0, 10) <= checkIn)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .at(0)
  const { data: request } = useGetOne<RequestRecord>(
    'requests',
    { id: last?.id ?? '' },
    { enabled: last !== undefined, retry: false },
  )
  const fileIds = request?.resultFileIds ?? []
  return last === undefined || fileIds.length === 0 ? undefined : { requestId: last.id, at: last.at, fileIds }
}
