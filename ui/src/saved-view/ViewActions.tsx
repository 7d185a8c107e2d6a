import { useState } from 'react'
import { Button } from '@mui/material'
import { useNavigate } from 'react-router-dom'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useText } from '../i18n/text.ts'
import { useCan, useSession } from '../session/session.ts'
import { formatQuery } from './openView.ts'
import type { ListViews } from './useListViews.ts'
import { useViewCommand } from './useViewCommand.ts'
import { SaveViewDialog } from './ViewNameDialog.tsx'

type Props = Readonly<{ views: ListViews; pathTo: (query: Record<string, string>) => string }>

/** What to do about a list that shows something else than its tab: save it, change the view, or go back. */
export const ViewActions = ({ views, pathTo }: Props) => {
  const t = useText()
  const saved = useSaved()
  const navigate = useNavigate()
  const session = useSession()
  const mayWrite = useCan('saved-view.write')
  const update = useViewCommand('update')
  const [saving, setSaving] = useState(false)
  const { current, changed, isNew, list, query, resetColumns } = views
  if (!mayWrite || session?.account === null) return null
  const reset = () => {
    resetColumns()
    if (current) void navigate(pathTo(formatQuery(current)))
  }
  const updateCurrent = () => {
    if (!current) return
    const { id: viewId, name } = current.view
    update.run(
      { record: { id: update.id }, body: { viewId, ...query } },
      {
        onSuccess: () => {
          resetColumns()
          saved(t('savedView.updated', { name }))
        },
      },
    )
  }
  return (
    <>
      {changed && current?.view.ownerId === session?.user.id && (
        <Button size="small" variant="text" loading={update.pending} onClick={updateCurrent}>
          {t('savedView.update')}
        </Button>
      )}
      {(isNew || changed) && (
        <Button size="small" variant="text" aria-haspopup="dialog" onClick={() => setSaving(true)}>
          {t('savedView.save')}
        </Button>
      )}
      {changed && (
        <Button size="small" variant="text" onClick={reset}>
          {t('savedView.reset')}
        </Button>
      )}
      {saving && <SaveViewDialog list={list} query={query} onClose={() => setSaving(false)} />}
    </>
  )
}
