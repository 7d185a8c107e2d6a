import type { RequestStatus } from '@hearth/contracts/request'

/** The filter of the list, with the names of the API's filter. */
export type RequestFilter = Readonly<{
  awaiting?: 'host' | 'guest' | 'operations'
  status?: readonly RequestStatus[]
}>

const DECIDED: readonly RequestStatus[] = [
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'superseded',
  'countered',
  'failed',
  'closed',
  'cancelled',
  'incurred',
]

/** The tabs of the list. */
export const VIEWS = {
  host: { awaiting: 'host' },
  guest: { awaiting: 'guest' },
  operations: { awaiting: 'operations' },
  decided: { status: DECIDED },
  all: {},
} as const satisfies Readonly<Record<string, RequestFilter>>
export type ViewKey = keyof typeof VIEWS
/** In their order; `/requests` shows the first, which is what waits for the reader. */
export const listViewKeys = (isHost: boolean): readonly [ViewKey, ...ViewKey[]] =>
  isHost
    ? ['host', 'guest', 'operations', 'decided', 'all']
    : ['operations', 'host', 'guest', 'decided', 'all']

/** What waits is sorted by its deadline, the rest by its last step. */
export const findSort = (key: ViewKey) =>
  key === 'decided' || key === 'all'
    ? ({ field: 'movedAt', order: 'DESC' } as const)
    : ({ field: 'dueAt', order: 'ASC' } as const)

/** The query of the list with this view; the address holds all of it. */
export const formatSearch = (key: ViewKey) => {
  const { field, order } = findSort(key)
  return { filter: JSON.stringify(VIEWS[key]), sort: field, order, page: '1', perPage: '25' }
}
