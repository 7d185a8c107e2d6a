import { useMutation } from '@tanstack/react-query'
import { useGetList } from 'react-admin'
import type { members } from '@hearth/contracts/account'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { ReportFormat, reportFiles } from '@hearth/contracts/report'
import { findInstant } from '../components/dates/localDate.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { download } from '../data/http/download.ts'
import { getJson } from '../data/http/http.ts'
import { useText } from '../i18n/text.ts'
import { allows, useCan, useSession } from '../session/session.ts'
import type { ReportView } from './useReport.ts'

export type ReportFile = Shown<typeof reportFiles>
type Member = Shown<typeof members>

/** A list tells of changes by itself; this is for a connection that is down. */
const POLL_MS = 5_000
const isPending = ({ state }: ReportFile) => state === 'waiting' || state === 'making'

/** The account that the session acts for; '' for staff. */
export const useAccountId = () => useSession()?.account?.id ?? ''

/** The reports of the last 30 days that have a file, or soon will. */
export const useReportFiles = () => {
  const hasAccount = useAccountId() !== ''
  const enabled = useCan('report.keep') && hasAccount
  return useGetList<ReportFile>(
    'report-files',
    {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'requestedAt', order: 'DESC' },
      filter: { state: ['waiting', 'making', 'ready', 'failed'] },
    },
    {
      enabled,
      refetchInterval: ({ state }) => (state.data?.data?.some(isPending) === true ? POLL_MS : false),
    },
  )
}

/** The name of a member who asked for a report; `you` for the reader. */
export const useAskers = () => {
  const t = useText()
  const session = useSession()
  const { data = [] } = useGetList<Member>(
    'members',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'role', order: 'ASC' }, filter: {} },
    { enabled: allows(session, 'team.read') && session?.account !== null },
  )
  return (userId: string) => {
    const member = data.find((one) => one.userId === userId)
    if (userId === session?.user.id) return t('hostReport.files.you')
    return member?.name ?? member?.email ?? t('hostReport.files.teammate')
  }
}

/** Asks for the report of the page as a file. */
export const useRequestReport = ({ type, from, to, listing, asOf, zone }: ReportView) => {
  const t = useText()
  const saved = useSaved()
  const id = useAccountId()
  const command = useCommand({
    resource: 'reports',
    verb: 'request',
    touches: ['report-files'],
    onSuccess: () => saved(t('hostReport.files.asked')),
  })
  const run = (format: ReportFormat) =>
    command.run({
      record: { id },
      body: {
        type,
        format,
        from,
        to,
        ...(listing !== undefined && { listingId: listing }),
        ...(asOf !== undefined && { asOf: findInstant(asOf, '00:00', zone) }),
      },
    })
  return { ...command, run }
}

/** Records a download, then takes the file. */
export const useDownload = ({ id: runId, type, format }: ReportFile) => {
  const id = useAccountId()
  const me = useSession()?.user.id
  const command = useCommand({ resource: 'reports', verb: 'download', touches: ['report-files'] })
  return useMutation({
    mutationFn: async () => {
      await command.runAsync({ record: { id }, body: { runId } })
      const path = `/api/report-files/${encodeURIComponent(runId)}`
      const { downloads } = await getJson<ReportFile>(path)
      const own = downloads.findLast(({ by }) => by === me)
      await download(`${path}/download?download=${own?.id ?? ''}`, `${type}.${format}`)
    },
  })
}
