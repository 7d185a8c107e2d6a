import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { ERASED } from '@hearth/contracts/kernel/erased'
import { MASKS } from '@hearth/contracts/thread'
import { browserZone, formatClock } from '../../components/dates/localDate.ts'
import { Icon } from '../../components/display/icons.tsx'
import type { Message } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { MessageFiles } from '../../message-files/MessageFiles.tsx'
import type { Team } from '../useTeam.ts'
import { DeliveryFailure, DeliveryState } from './Delivery.tsx'
import styles from './MessageLog.module.css'

const masks: readonly string[] = Object.values(MASKS)
const AT_MASKS = new RegExp(`(${masks.map((mask) => mask.replaceAll(/[[\]]/g, '\\$&')).join('|')})`)

/** The text, with what stands in place of hidden parts set apart. */
const Body = ({ text }: { text: string }) => (
  <p>
    {text
      .split(AT_MASKS)
      .map((part, index) => (masks.includes(part) ? <mark key={index}>{part}</mark> : part))}
  </p>
)

type Props = {
  message: Message
  guestName: string
  team: Team
  /** Left out once it is too late, or the reader did not write it. */
  onUnsend: (() => void) | undefined
}

const useAuthor = ({ message, guestName, team }: Omit<Props, 'onUnsend'>): string => {
  const t = useText()
  const { author, authorId, automated } = message
  if (automated && author !== 'staff') return t('thread.automatic')
  if (author === 'guest') return guestName
  return author === 'staff' ? t('thread.hearth') : team.nameOf(authorId ?? '')
}

export const MessageItem = ({ onUnsend, ...props }: Props) => {
  const t = useText()
  const { message } = props
  const { author, text, masked, attachments, sentAt, request, requestId } = message
  const name = useAuthor(props)
  if (request !== null)
    return (
      <li className={`small c ${styles['unsent']}`}>
        {t(`thread.request.${request}`, { name })}{' '}
        {(request === 'opened' || request === 'offered') && requestId !== null && (
          <Link className="link" to={to.request(requestId)}>
            {t(request === 'offered' ? 'thread.request.openOffer' : 'thread.request.open')}
          </Link>
        )}
      </li>
    )
  if (text === null)
    return <li className={`small c ${styles['unsent']}`}>{t('thread.unsentBy', { name })}</li>
  return (
    <li className={`${styles['message']} ${author === 'guest' ? '' : styles['mine']}`}>
      {text === ERASED && <p className="c">{t('thread.erased')}</p>}
      {text !== ERASED && text !== '' && <Body text={text} />}
      <MessageFiles files={attachments ?? []} />
      {masked.length > 0 && (
        <span className={`small ${styles['masked']}`}>
          <Icon name="lock" size={14} />
          {t('thread.masked', { what: masked.map((kind) => t(`thread.maskedKinds.${kind}`)).join(', ') })}
        </span>
      )}
      <span className={`num ${styles['by']}`}>
        <span>
          {name}, <time dateTime={sentAt}>{formatClock(sentAt, browserZone())}</time>
          <DeliveryState message={message} />
        </span>
        {onUnsend && (
          <Button variant="text" size="small" onClick={onUnsend}>
            {t('thread.unsend')}
          </Button>
        )}
      </span>
      <DeliveryFailure message={message} />
    </li>
  )
}
