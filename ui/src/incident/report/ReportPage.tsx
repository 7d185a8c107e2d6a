import '../texts.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { dropDraftFile, keepDraftFile, readDraftFiles } from '../../data/draftFiles.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import {
  createDraft,
  forgetReport,
  keepReport,
  readReport,
  REPORT_DRAFT,
  type ReportDraft,
} from './reportDraft.ts'
import { ReportForm, type Report } from './ReportForm.tsx'
import { SentReport } from './SentReport.tsx'

/** The id that the incident of a draft has once it is reported: the server derives the same. */
const idOf = ({ key }: Pick<ReportDraft, 'key'>, account: string) => deriveId('incident', account, key)

/** Files that are not there yet follow the report: the incident's page uploads them. */
const handOver = async (id: string): Promise<void> => {
  for (const one of await readDraftFiles(REPORT_DRAFT))
    await (one.fileId === null ? keepDraftFile(id, one) : dropDraftFile(one.key))
}

const Draft = ({ draft, onChange }: { draft: ReportDraft; onChange: (draft: ReportDraft) => void }) => {
  const t = useText()
  const saved = useSaved()
  const navigate = useNavigate()
  const isStaff = useSession()?.account == null
  const [arrived, setArrived] = useState(false)
  const change = (next: ReportDraft) => {
    keepReport(next)
    onChange(next)
  }
  const open = async (id: string) => {
    setArrived(true)
    forgetReport()
    await handOver(id)
    saved(t('incident.report.sent'))
    void navigate(to.incident(id), { replace: true })
  }
  const command = useCommand({
    resource: 'incidents',
    touches: ['claims', 'blocks', 'requests'],
    key: draft.key,
    keeps: true,
    onSuccess: ({ id }) => void open(id),
    onError: (_error, _input, kept) => {
      // It was refused: the next try is another command.
      if (!kept) change({ ...(readReport() ?? draft), key: crypto.randomUUID(), sent: null })
    },
  })
  const send = ({ account, body }: Report) => {
    // The draft has what was typed: a report that is refused is written further.
    change({ ...(readReport() ?? draft), sent: { account } })
    command.run({ body, ...(isStaff && { account }) })
  }
  if (draft.sent !== null)
    return (
      <SentReport
        id={idOf(draft, draft.sent.account)}
        draftKey={draft.key}
        listingId={draft.values.listingId}
        pending={arrived || (command.pending && !command.paused)}
        onFound={(id) => void open(id)}
        onMissing={() => change({ ...draft, sent: null })}
      />
    )
  return (
    <ReportForm
      draft={draft}
      command={command}
      onValues={(values) => keepReport({ ...draft, values })}
      onSend={send}
    />
  )
}

/** `/report-incident`: the emergency number first, then one page. The draft stays in this browser. */
const ReportPage = () => {
  const t = useText()
  const [params] = useSearchParams()
  const [draft, setDraft] = useState(() => readReport() ?? createDraft(params.get('listing') ?? ''))
  return (
    <>
      <PageHeader title={t('incident.report.title')} />
      <Draft draft={draft} onChange={setDraft} />
    </>
  )
}
export default ReportPage
