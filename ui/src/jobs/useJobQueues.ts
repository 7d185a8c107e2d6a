import { useQuery } from '@tanstack/react-query'
import type { JobQueueRow } from '@hearth/contracts/jobs'
import { getJson } from '../data/http/http.ts'

const POLL_MS = 3_000

/** The job queues, refetched periodically. */
export const useJobQueues = () =>
  useQuery({
    queryKey: ['job-queues', 'watched'],
    queryFn: ({ signal }) => getJson<JobQueueRow[]>('/api/job-queues', signal),
    refetchInterval: POLL_MS,
  })
