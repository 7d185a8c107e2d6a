import { useQuery } from '@tanstack/react-query'
import type { JobQueueRow } from '@hearth/contracts/jobs'
import { getJson } from '../data/http/http.ts'

const LOOK_MILLISECONDS = 3_000

/** The queues of the system's work, asked again and again. */
export const useJobQueues = () =>
  useQuery({
    queryKey: ['job-queues', 'watched'],
    queryFn: ({ signal }) => getJson<JobQueueRow[]>('/api/job-queues', signal),
    refetchInterval: LOOK_MILLISECONDS,
  })
