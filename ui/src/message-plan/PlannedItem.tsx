import { useRef, useState } from 'react'
import { Button } from '@mui/material'
import { renderTemplate } from '@hearth/contracts/reply-template'
import { useHotkey } from '../components/action/useHotkey.ts'
import { formatInstant, zoneName } from '../components/dates/localDate.ts'
import { Icon } from '../components/display/icons.tsx'
import { useText } from '../i18n/text.ts'
import { FilledText } from '../reply-template/FilledText.tsx'
import { formatVariables } from '../reply-template/formatVariables.ts'
import { useTemplates } from '../reply-template/useTemplates.ts'
import { useTemplateValues } from '../reply-template/useTemplateValues.ts'
import { useCan } from '../session/session.ts'
import { EditPlannedDialog } from './EditPlannedDialog.tsx'
import styles from './PlannedMessages.module.css'
import { usePlanActions } from './usePlanCommand.ts'
import type { WaitingMessage } from './useMessagePlans.ts'

type Props = {
  message: WaitingMessage
  guestName: string
  /** The keys of the inbox work on this message. */
  hasKeys?: boolean
}

/** When it goes out, or why it didn’t. */
const useHeadline = ({ state, hold, sendAt, plan: { timezone } }: WaitingMessage): string => {
  const t = useText()
  if (state === 'held') {
    if (hold === null) return t('messagePlan.notSent')
    if (hold.withoutReply) return t('messagePlan.notSentReply')
    return hold.missing.length === 0
      ? t('messagePlan.notSentLong')
      : t('messagePlan.notSentMissing', { what: formatVariables(hold.missing, t) })
  }
  const about = { when: formatInstant(sendAt, timezone), place: zoneName(timezone) }
  return t(state === 'skipped' ? 'messagePlan.skipped' : 'messagePlan.goesOut', about)
}

const useBody = ({ plan, planId, templateId }: WaitingMessage): string | undefined => {
  const { data: templates = [] } = useTemplates()
  const edited = plan.texts?.find((text) => text.planId === planId)?.body
  return edited ?? templates.find(({ id }) => id === templateId)?.body
}

type ActionsProps = { message: WaitingMessage; hasKeys: boolean; onEdit: (() => void) | undefined }

const Actions = ({ message, hasKeys, onEdit }: ActionsProps) => {
  const t = useText()
  const { send, skip, restore, pending } = usePlanActions(message)
  useHotkey('skipPlanned', message.state === 'skipped' ? restore : skip, { enabled: hasKeys && !pending })
  if (message.state === 'skipped')
    return (
      <div className={styles['actions']}>
        <Button variant="text" size="small" disabled={pending} onClick={restore}>
          {t('messagePlan.unskip')}
        </Button>
      </div>
    )
  return (
    <div className={styles['actions']}>
      {onEdit && (
        <Button variant="text" size="small" onClick={onEdit}>
          {t('messagePlan.edit')}
        </Button>
      )}
      <Button variant="text" size="small" disabled={pending} onClick={skip}>
        {t('messagePlan.skip')}
      </Button>
      <Button variant="text" size="small" disabled={pending} onClick={send}>
        {t('messagePlan.send')}
      </Button>
    </div>
  )
}

/** One message before it is sent, as the guest will read it. */
export const PlannedItem = ({ message, guestName, hasKeys = false }: Props) => {
  const t = useText()
  const item = useRef<HTMLLIElement>(null)
  useHotkey('plannedMessage', () => item.current?.focus(), { enabled: hasKeys })
  const { plan, state } = message
  const may = useCan('thread.write')
  const [editing, setEditing] = useState(false)
  const headline = useHeadline(message)
  const body = useBody(message)
  const subject = { guestName, listingId: plan.listingId, bookingId: plan.id }
  const values = useTemplateValues(subject, body !== undefined)
  const { missing } = renderTemplate(body ?? '', values ?? {})
  return (
    <li ref={item} tabIndex={-1} className={styles['planned']}>
      <p className={`small ${styles['when']}`}>
        <Icon name={state === 'held' ? 'alert' : 'clock'} size={16} />
        <b className={`num ${state === 'held' ? 'bad-ink' : ''}`}>{headline}</b>
      </p>
      {body === undefined ? (
        <p className="small c">{t('messagePlan.hiddenText')}</p>
      ) : (
        values && (
          <p className={`${styles['text']} ${state === 'skipped' ? 'c' : ''}`}>
            <FilledText body={body} values={values} />
          </p>
        )
      )}
      {state === 'planned' && values && missing.length > 0 && (
        <p className="small q">{t('messagePlan.missing', { what: formatVariables(missing, t) })}</p>
      )}
      {may && (
        <Actions
          message={message}
          hasKeys={hasKeys}
          onEdit={body === undefined ? undefined : () => setEditing(true)}
        />
      )}
      {editing && body !== undefined && (
        <EditPlannedDialog message={message} body={body} values={values} onClose={() => setEditing(false)} />
      )}
    </li>
  )
}
