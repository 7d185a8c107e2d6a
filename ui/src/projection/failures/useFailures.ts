import { useQuery } from '@tanstack/react-query'
import { zInstant } from '@hearth/contracts/kernel/dates'
import {
  zFailureSender,
  zFailureStep,
  type CommandFailures,
  type FailuresIn,
} from '@hearth/contracts/projection/commandFailures'
import { getJson } from '../../data/http/http.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'

const POLL_MS = 30_000

/** The state of the report, which the address holds. */
export const useFailuresView = () => {
  const [search, change] = useSearchChange()
  const [command, slot] = [search.get('command'), zInstant.safeParse(search.get('slot')).data]
  return {
    by: zFailureStep.safeParse(search.get('by')).data ?? 'hour',
    code: search.get('code') ?? undefined,
    sender: zFailureSender.safeParse(search.get('sender')).data,
    /** The opened cell. */
    open: command === null || slot === undefined ? undefined : { command, slot },
    change,
  }
}
export type FailuresView = ReturnType<typeof useFailuresView>

export const useFailures = ({ by }: Pick<FailuresView, 'by'>) =>
  useQuery({
    queryKey: ['command-failures', by],
    queryFn: ({ signal }) => getJson<CommandFailures>(`/api/command-failures?by=${by}`, signal),
    refetchInterval: POLL_MS,
    placeholderData: (before) => before,
  })

export const useFailuresIn = (
  { by, code }: Pick<FailuresView, 'by' | 'code'>,
  cell: Readonly<{ command: string; slot: string }>,
) => {
  const query = new URLSearchParams({ by, ...cell, ...(code !== undefined && { code }) }).toString()
  return useQuery({
    queryKey: ['command-failures', 'in', query],
    queryFn: ({ signal }) => getJson<FailuresIn>(`/api/command-failures/in?${query}`, signal),
    refetchInterval: POLL_MS,
  })
}
