import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { UndoableAction, UndoableActions } from '@hearth/contracts/undo'
import { useSession } from '../../session/session.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { getJson } from '../../data/http/http.ts'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { browserZone, formatInstant, formatRange } from '../../components/dates/localDate.ts'
import { Icon } from '../../components/display/icons.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { SidePanel } from '../shell/SidePanel.tsx'
import styles from './UndoPanel.module.css'

const useWords = () => {
  const t = useText()
  const formatDeadline = useFormatDeadline()
  return ({ type, guestName, listingTitle, code, start, end, until }: UndoableAction, zone: string) => ({
    what: t(`app.undoList.what.${type}`, { guest: guestName ?? t('app.undoList.aGuest') }),
    where: [listingTitle, code].filter(Boolean).join(', '),
    nights: start !== null && end !== null ? formatRange(start, end) : null,
    until:
      until !== null
        ? t('app.undoList.until', { time: formatDeadline(until, zone) })
        : t(start === null ? 'app.undoList.whileOpen' : 'app.undoList.untilNights'),
  })
}

const Action = ({ action, zone }: { action: UndoableAction; zone: string }) => {
  const t = useText()
  const notify = useNotify()
  const saved = useSaved()
  const { what, where, nights, until } = useWords()(action, zone)
  const { collection, target, verb, body } = action.undo
  const command = useCommand({
    resource: collection,
    verb,
    touches: ['claims', 'night-overrides', 'listings', 'bookings'],
    onSuccess: () => saved(t('app.undoList.done', { what })),
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  })
  return (
    <li>
      <div className={styles['text']}>
        <p className="strong">{what}</p>
        <p className="small">{where}</p>
        {nights !== null && <p className="small num">{nights}</p>}
        <p className="cap c num">
          {formatInstant(action.at, zone)} · {until}
        </p>
      </div>
      <Button
        size="small"
        loading={command.pending}
        aria-label={t('app.undoList.undo', { what, where })}
        onClick={() => command.run({ record: { id: target }, body })}
      >
        <Icon name="undo" size={16} />
        {t('app.undo')}
      </Button>
    </li>
  )
}

/** What the person did last and can still undo, from whichever device. */
const UndoPanel = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const now = useNow(10_000)
  const zone = useSession()?.account?.timezone ?? browserZone()
  const query = useQuery({
    queryKey: ['undoable-actions'],
    queryFn: ({ signal }) => getJson<UndoableActions>('/api/undoable-actions', signal),
  })
  return (
    <SidePanel title={t('app.undoList.title')} onClose={onClose}>
      <Loaded bare query={query} failed={t('app.undoList.failed')}>
        {({ actions }) => {
          const open = actions.filter(({ until }) => until === null || Date.parse(until) > now)
          return open.length === 0 ? (
            <EmptyState icon="undo" title={t('app.undoList.empty')} text={t('app.undoList.emptyText')} />
          ) : (
            <ul className={styles['list']} aria-label={t('app.undoList.title')}>
              {open.map((action) => (
                <Action key={action.id} action={action} zone={zone} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </SidePanel>
  )
}
export default UndoPanel
