import { utcDay } from '@hearth/contracts/kernel/dates'

/** The filter of the list, with the names of the API's filter. */
export type ReviewFilter = Readonly<{
  state?: string | readonly string[]
  todo?: string
  disputed?: boolean
  listingId?: string
  overall_lte?: number
  dueAt_gte?: string
  checkOut_gte?: string
  checkOut_lte?: string
  q?: string
}>

/** The beginning of the day in UTC: a reply whose time is over is not offered, and the filter keeps its value. */
const TODAY = `${utcDay(new Date().toISOString())}T00:00:00.000Z`

/** The tabs of the list. */
export const VIEWS = {
  open: { state: ['open', 'partly_written'] },
  write: { todo: 'write' },
  reply: { todo: 'reply', dueAt_gte: TODAY },
  disputed: { disputed: true },
  all: {},
} as const satisfies Readonly<Record<string, ReviewFilter>>
export type ViewKey = keyof typeof VIEWS

/** In their order; `/reviews` shows the first. Staff begin with what waits for a decision. */
export const listViewKeys = (isHost: boolean): readonly [ViewKey, ...ViewKey[]] =>
  isHost ? ['all', 'write', 'reply'] : ['disputed', 'all', 'open']

export const SORT = { field: 'place', order: 'ASC' } as const

/** What waits for the host, the soonest end first. */
export const SOONEST = { field: 'dueAt', order: 'ASC' } as const

const sortView = (key: ViewKey) => (key === 'write' || key === 'reply' ? SOONEST : SORT)

/** The query of the list with this view; the address holds all of it. */
export const formatSearch = (key: ViewKey) => ({
  filter: JSON.stringify(VIEWS[key]),
  sort: sortView(key).field,
  order: sortView(key).order,
  page: '1',
  perPage: '25',
})
