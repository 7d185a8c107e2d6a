import { useGetList } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { reportSchedules } from '@hearth/contracts/report'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/session.ts'
import type { ReportView } from './useReport.ts'
import { useAccountId } from './useReportFiles.ts'

export type ReportSchedule = Shown<typeof reportSchedules>

/** At most 20 belong to an account (docs/domain/report.md#schedule). */
const MAX_SCHEDULES = 20
const TOUCHED = ['report-schedules']

export const useSchedules = () => {
  const hasAccount = useAccountId() !== ''
  const enabled = useCan('report.keep') && hasAccount
  return useGetList<ReportSchedule>(
    'report-schedules',
    {
      pagination: { page: 1, perPage: MAX_SCHEDULES },
      sort: { field: 'at', order: 'ASC' },
      filter: {},
    },
    { enabled },
  )
}

/** Has the report of the page made for each month. */
export const useScheduleReport = ({ type, listing }: ReportView, onDone: () => void) => {
  const t = useText()
  const saved = useSaved()
  const id = useAccountId()
  const command = useCommand({
    resource: 'reports',
    verb: 'schedule',
    touches: TOUCHED,
    onSuccess: () => {
      onDone()
      saved(t('hostReport.monthly.added'))
    },
  })
  const run = () =>
    command.run({
      record: { id },
      body: { type, format: 'csv', ...(listing !== undefined && { listingId: listing }) },
    })
  return { ...command, run }
}

export const useChangeSchedule = (verb: 'pause-schedule' | 'resume-schedule' | 'delete-schedule') => {
  const id = useAccountId()
  const command = useCommand({ resource: 'reports', verb, touches: TOUCHED })
  return { ...command, run: (scheduleId: string) => command.run({ record: { id }, body: { scheduleId } }) }
}
