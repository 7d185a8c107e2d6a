import type { ReimbursementKind, ReimbursementStatus } from '@hearth/contracts/reimbursement'

/** The filter of the list, with the names of the API's filter. */
export type ReimbursementFilter = Readonly<{
  awaiting?: 'staff'
  status?: readonly ReimbursementStatus[]
  outcome?: readonly string[]
  reviewerId?: string
  kind?: ReimbursementKind
  listingId?: string
  checkOut_gte?: string
  checkOut_lte?: string
  q?: string
}>

const OPEN: readonly ReimbursementStatus[] = [
  'draft',
  'guest_review',
  'guest_accepted',
  'under_review',
  'info_requested',
  'decided',
  'appealed',
  'decided_final',
]

/** The statuses in which the host has to act, or the claim does not go on. */
export const WAITING_FOR_HOST: readonly ReimbursementStatus[] = ['draft', 'info_requested']

export type ViewKey = 'open' | 'you' | 'hearth' | 'mine' | 'decided' | 'all'

/** The tabs of the list; `userId` is the reader. */
export const viewFilter = (key: ViewKey, userId: string): ReimbursementFilter => {
  switch (key) {
    case 'open':
      return { status: OPEN }
    case 'you':
      return { status: WAITING_FOR_HOST }
    case 'hearth':
      return { awaiting: 'staff' }
    case 'mine':
      return { awaiting: 'staff', reviewerId: userId }
    case 'decided':
      return { outcome: ['approved', 'partially_approved', 'denied'] }
    default:
      return {}
  }
}

/** In their order; `/reimbursements` shows the first, which is what waits for the reader. */
export const listViewKeys = (isHost: boolean): readonly [ViewKey, ...ViewKey[]] =>
  isHost ? ['open', 'you', 'decided', 'all'] : ['hearth', 'mine', 'decided', 'all']

/** What waits is sorted by its deadline, the rest by when it began. */
export const findSort = (key: ViewKey) =>
  key === 'decided'
    ? ({ field: 'decidedAt', order: 'DESC' } as const)
    : key === 'all'
      ? ({ field: 'openedAt', order: 'DESC' } as const)
      : ({ field: 'dueAt', order: 'ASC' } as const)

/** The query of the list with this view; the address holds all of it. */
export const formatSearch = (key: ViewKey, userId: string) => {
  const { field, order } = findSort(key)
  return { filter: JSON.stringify(viewFilter(key, userId)), sort: field, order, page: '1', perPage: '25' }
}
