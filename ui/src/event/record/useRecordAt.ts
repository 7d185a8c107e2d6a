import { useQuery } from '@tanstack/react-query'
import type { RecordMoments } from '@hearth/contracts/event'
import { getJson } from '../../data/http/http.ts'
import { readStatus } from '../../data/http/problems.ts'
import { RECORD_RESOURCES } from './recordResources.ts'

export type AnyRecord = Readonly<{ id: string; tenantId: string; revision: number } & Record<string, unknown>>

const recordPath = (resource: string, id: string) => `/api/${resource}/${encodeURIComponent(id)}`

export const usePresent = (resource: string, id: string) =>
  useQuery({
    queryKey: [resource, 'present', id],
    queryFn: ({ signal }) => getJson<AnyRecord>(recordPath(resource, id), signal),
    enabled: id !== '' && RECORD_RESOURCES.includes(resource),
    retry: false,
  })

/** The record at an instant, null if it did not exist then; without an instant, now. */
export const useRecordAt = (resource: string, id: string, at: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: [resource, 'asOf', id, at ?? 'now'],
    queryFn: async ({ signal }) => {
      try {
        return await getJson<AnyRecord>(
          `${recordPath(resource, id)}${at === undefined ? '' : `?asOf=${encodeURIComponent(at)}`}`,
          signal,
        )
      } catch (error) {
        if (readStatus(error) === 404) return null
        throw error
      }
    },
    enabled,
  })

/** The latest events that changed the record. */
export const useMoments = (resource: string, record: AnyRecord | undefined) =>
  useQuery({
    queryKey: ['events', 'moments', resource, record?.id],
    queryFn: async ({ signal }) => {
      const path = `/api/record-moments/${encodeURIComponent(record?.id ?? '')}`
      const query = new URLSearchParams({ resource })
      return (await getJson<RecordMoments>(`${path}?${query}`, signal)).moments
    },
    enabled: record !== undefined,
  })
