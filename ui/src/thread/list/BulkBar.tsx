import { Button } from '@mui/material'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import type { Thread } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import styles from './InboxList.module.css'
import { useBulkActions } from './useBulkActions.ts'
import type { Chosen } from './useChosen.ts'

/** How many conversations are chosen, and what can be done with them. */
export const BulkBar = ({ chosen }: { chosen: Chosen }) => {
  const t = useText()
  const bulk = useBulkActions()
  const mayOrganize = useCan('thread.organize')
  const mayMarkRead = useCan('thread.mark-read')
  const { threads, all } = chosen
  const run = (act: (threads: readonly Thread[]) => Promise<void>) => void act(threads).then(chosen.end)
  const disabled = threads.length === 0 || bulk.pending
  return (
    <div className={styles['bulk']} role="group" aria-label={t('thread.bulk.label')}>
      <Checkbox
        label={t('thread.bulk.all')}
        checked={all && threads.length > 0}
        mixed={!all && threads.length > 0}
        onChange={chosen.toggleAll}
      />
      <span className="small num" role="status">
        {t('thread.bulk.chosen', { smart_count: threads.length })}
      </span>
      <span className="grow" />
      {mayMarkRead && (
        <Button size="small" disabled={disabled} onClick={() => run(bulk.markRead)}>
          {t('thread.bulk.markRead')}
        </Button>
      )}
      {mayOrganize && (
        <Button size="small" disabled={disabled} onClick={() => run(bulk.archive)}>
          {t('thread.archive')}
        </Button>
      )}
      <Button size="small" variant="text" onClick={chosen.end}>
        {t('thread.bulk.end')}
      </Button>
    </div>
  )
}
