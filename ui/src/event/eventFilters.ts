import { zInstant } from '@hearth/contracts/kernel/dates'

export const EVENT_FIELDS = ['stream', 'type', 'tenantId', 'actorId', 'correlationId', 'id'] as const
export type EventField = (typeof EVENT_FIELDS)[number]
export type EventQuery = Readonly<Partial<Record<EventField | 'from' | 'until', string>> & { page: number }>

export const EVENTS_PER_PAGE = 100

/** `2026-07-16T13:42`, as date fields write it, is in UTC. */
export const toInstant = (text: string): string | undefined => {
  const full = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00.000Z` : text
  const parsed = zInstant.safeParse(full)
  return parsed.success ? parsed.data : undefined
}

/** The query of the address; invalid parts are left out. */
export const parseEventQuery = (search: URLSearchParams): EventQuery => {
  const set = Object.fromEntries(
    EVENT_FIELDS.flatMap((field) => {
      const value = search.get(field)?.trim()
      return value ? [[field, value]] : []
    }),
  )
  const from = toInstant(search.get('from') ?? '')
  const until = toInstant(search.get('until') ?? '')
  const page = Number(search.get('page') ?? '1')
  return {
    ...set,
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a page of the list, with its filter and range. */
export const eventsPath = ({ page, from, until, ...fields }: EventQuery): string => {
  const filter = {
    ...fields,
    ...(from ? { occurredAt_gte: from } : {}),
    ...(until ? { occurredAt_lte: until } : {}),
  }
  const first = (page - 1) * EVENTS_PER_PAGE
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    range: JSON.stringify([first, first + EVENTS_PER_PAGE - 1]),
    sort: JSON.stringify(['occurredAt', 'DESC']),
  })
  return `/api/events?${query.toString()}`
}

/** Reads the total of `events 0-24/9813`. */
export const parseTotal = (contentRange: string | null): number =>
  Number(/\/(\d+)$/.exec(contentRange ?? '')?.[1] ?? 0)
