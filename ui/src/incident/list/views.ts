import type { IncidentStatus } from '@hearth/contracts/incident'

const OPEN: readonly IncidentStatus[] = ['reported', 'acknowledged', 'in_progress']
const RESOLVED: readonly IncidentStatus[] = ['resolved', 'closed']

/** The tabs of the list. */
export const VIEWS = { open: { status: OPEN }, resolved: { status: RESOLVED }, all: {} } as const
export type ViewKey = keyof typeof VIEWS
export const VIEW_KEYS = ['open', 'resolved', 'all'] as const satisfies readonly ViewKey[]

/** What is open begins with the most severe, the rest with the last report. */
export const findSort = (key: ViewKey) =>
  key === 'open'
    ? ({ field: 'severity', order: 'ASC' } as const)
    : ({ field: 'reportedAt', order: 'DESC' } as const)

/** The query of the list with this view; the address holds all of it. */
export const formatSearch = (key: ViewKey) => {
  const { field, order } = findSort(key)
  return { filter: JSON.stringify(VIEWS[key]), sort: field, order, page: '1', perPage: '25' }
}
