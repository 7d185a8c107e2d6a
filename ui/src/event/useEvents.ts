import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { events, NamedEvent, Trace } from '@hearth/contracts/event'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { getJson, request } from '../data/http/http.ts'
import { eventsPath, parseTotal, type EventQuery } from './eventFilters.ts'

/** An event with what is in it. */
type OpenedEvent = Shown<typeof events>
/** An event as the log lists it. */
export type LoggedEvent = Pick<OpenedEvent, keyof NamedEvent | 'tenantId'>

/** One page of the log, the latest first. */
export const useEvents = (query: EventQuery) =>
  useQuery({
    queryKey: ['events', 'explorer', query],
    queryFn: async ({ signal }) => {
      const { json, headers } = await request(eventsPath(query), { signal })
      return {
        events: json as LoggedEvent[],
        total: parseTotal(headers.get('content-range')),
        estimated: headers.get('x-total-estimated') === '1',
      }
    },
    placeholderData: keepPreviousData,
  })

/** One event, opened. */
export const useEvent = (id: string) =>
  useQuery({
    queryKey: ['events', 'row', id],
    queryFn: ({ signal }) => getJson<OpenedEvent>(`/api/events/${encodeURIComponent(id)}`, signal),
    staleTime: Infinity,
  })

export const useTrace = (id: string) =>
  useQuery({
    queryKey: ['events', 'trace', id],
    queryFn: ({ signal }) => getJson<Trace>(`/api/traces/${encodeURIComponent(id)}`, signal),
    enabled: id !== '',
    retry: false,
  })
