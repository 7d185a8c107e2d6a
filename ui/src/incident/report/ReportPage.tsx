import '../texts.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { keepDraftFile } from '../../data/draftFiles.ts'
import type { Attached } from '../../data/useDraftFiles.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import { createDraft, forgetReport, keepReport, readReport, type ReportDraft } from './reportDraft.ts'
import { ReportForm, type Report } from './ReportForm.tsx'
import { SentReport } from './SentReport.tsx'

/** The id that the incident of a draft has once it is reported: the server derives the same. */
const idOf = ({ key }: Pick<ReportDraft, 'key'>, account: string) => deriveId('incident', account, key)

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
  const open = (id: string) => {
    setArrived(true)
    forgetReport()
    saved(t('incident.report.sent'))
    void navigate(to.incident(id), { replace: true })
  }
  const command = useCommand({
    resource: 'incidents',
    touches: ['nights', 'blocks', 'requests'],
    key: draft.key,
    keeps: true,
    onSuccess: ({ id }) => open(id),
    onError: (_error, _input, kept) => {
      // It was refused: the next try is another command.
      if (!kept) change({ ...draft, key: crypto.randomUUID(), sent: null })
    },
  })
  /** Files that are not there yet follow the report: the incident's page uploads them. */
  const send = async ({ account, body }: Report, later: readonly Attached[]) => {
    const id = idOf(draft, account)
    for (const { key, file } of later) await keepDraftFile(id, { key, file, fileId: null })
    change({ ...draft, sent: { account } })
    command.run({ body, ...(isStaff && { account }) })
  }
  if (draft.sent !== null)
    return (
      <SentReport
        id={idOf(draft, draft.sent.account)}
        draftKey={draft.key}
        listingId={draft.values.listingId}
        pending={arrived || (command.pending && !command.paused)}
        onFound={open}
        onMissing={() => change({ ...draft, sent: null })}
      />
    )
  return (
    <ReportForm
      draft={draft}
      command={command}
      onValues={(values) => keepReport({ ...draft, values })}
      onSend={(report, later) => void send(report, later)}
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
