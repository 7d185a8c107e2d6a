import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  ParkedStreamRow,
  ProcessRow,
  ProjectionRequestRow,
  ProjectionRow,
  RowDifferences,
} from '@hearth/contracts/projection'
import { getJson } from '../data/http/http.ts'
import type { OtherBuild } from './projectionLines.ts'

/** Projectors report every second. */
const POLL_MS = 1_500
const SAMPLES = 60

const read = <Row>(resource: string, range: readonly [number, number], signal: AbortSignal) =>
  getJson<Row[]>(`/api/${resource}?range=${JSON.stringify(range)}`, signal)

const list = <Row>(resource: string, range: readonly [number, number]) => ({
  queryKey: [resource, 'watched'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read<Row>(resource, range, signal),
  refetchInterval: POLL_MS,
  placeholderData: keepPreviousData,
})

type Watched = Readonly<{ rows: readonly ProjectionRow[]; history: ReadonlyMap<string, readonly number[]> }>
const PROJECTIONS = ['projections', 'watched']

/** All read models, and the lag of each since the page was opened, the oldest first. */
export const useProjections = () =>
  useQuery({
    queryKey: PROJECTIONS,
    queryFn: async ({ signal, client }): Promise<Watched> => {
      const rows = await read<ProjectionRow>('projections', [0, 99], signal)
      const before = client.getQueryData<Watched>(PROJECTIONS)?.history
      return {
        rows,
        history: new Map(
          rows.map(({ id, lagMs }) => [id, [...(before?.get(id) ?? []), lagMs].slice(-SAMPLES)]),
        ),
      }
    },
    refetchInterval: POLL_MS,
    structuralSharing: false,
  })

export const useProcesses = () =>
  useQuery({
    queryKey: ['process-managers', 'watched'],
    queryFn: ({ signal }) => getJson<ProcessRow[]>('/api/process-managers', signal),
    refetchInterval: POLL_MS,
  })

/** Both values of the rows that a comparison found different. */
export const useRowDifferences = (projection: string, { build, verifiedAt, difference }: OtherBuild) =>
  useQuery({
    queryKey: ['projections', 'difference', projection, build, verifiedAt],
    queryFn: ({ signal }) =>
      getJson<RowDifferences>(`/api/projections/${encodeURIComponent(projection)}/difference`, signal),
    enabled: difference !== null && difference.rows.length > 0,
    staleTime: Infinity,
  })

export const useParkedStreams = () => useQuery(list<ParkedStreamRow>('parked-streams', [0, 99]))
export const useProjectionRequests = () =>
  useQuery(list<ProjectionRequestRow>('projection-requests', [0, 29]))
