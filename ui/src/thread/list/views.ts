/** The filter of the inbox, with the names of the API's filter. */
export type InboxFilter = Readonly<{
  archived?: boolean
  awaiting?: boolean
  unreadBy?: string
  assignedTo?: string
  starred?: boolean
  listingId?: string
  q?: string
}>

export const VIEW_KEYS = ['all', 'toAnswer', 'unread', 'mine', 'starred', 'archived'] as const
export type ViewKey = (typeof VIEW_KEYS)[number]

/** The tabs of the inbox for a person. `/inbox` shows the first. */
export const createViews = (userId: string): Readonly<Record<ViewKey, InboxFilter>> => ({
  all: { archived: false },
  toAnswer: { archived: false, awaiting: true },
  unread: { archived: false, unreadBy: userId },
  mine: { archived: false, assignedTo: userId },
  starred: { starred: true },
  archived: { archived: true },
})

/** The filter without the listing. */
export const withoutListing = ({ listingId: _listingId, ...rest }: InboxFilter): InboxFilter => rest

/** The filter without the text that is searched for. */
export const withoutText = ({ q: _q, ...rest }: InboxFilter): InboxFilter => rest

/** The listing and the text, which narrow every view. */
export const readNarrowing = ({ listingId, q }: InboxFilter): InboxFilter => ({
  ...(listingId !== undefined && { listingId }),
  ...(q !== undefined && { q }),
})

/** The query of the inbox with this filter; the address holds all of it. */
export const formatSearch = (filter: InboxFilter) => ({
  filter: JSON.stringify(filter),
  sort: 'place',
  order: 'ASC',
  page: '1',
  perPage: '25',
})
