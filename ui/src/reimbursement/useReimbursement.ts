import { useQuery } from '@tanstack/react-query'
import { useGetOne } from 'react-admin'
import type { History } from '@hearth/contracts/event'
import { getJson } from '../data/http/http.ts'
import type { ReimbursementRecord } from '../data/records/records.ts'

export const useReimbursement = (id: string) =>
  useGetOne<ReimbursementRecord>('reimbursements', { id }, { retry: false })

/** The claim's events in plain words, the newest first. */
export const useReimbursementHistory = (id: string) =>
  useQuery({
    queryKey: ['reimbursements', 'history', id],
    queryFn: ({ signal }) =>
      getJson<History>(`/api/reimbursements/${encodeURIComponent(id)}/history`, signal),
    select: ({ entries }) => entries,
  })
