import { Button, IconButton, Tooltip } from '@mui/material'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Notice } from '@hearth/contracts/notice'
import { useSession } from '../../session/session.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { browserZone, formatInstant, formatRange } from '../../components/dates/localDate.ts'
import { Icon } from '../../components/display/icons.tsx'
import { Money } from '../../components/display/Money.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { SidePanel } from '../shell/SidePanel.tsx'
import styles from './NoticesPanel.module.css'
import { noticePath, useNotices } from './useNotices.ts'

type Read = (body: Readonly<{ until: string | null; noticeIds: readonly string[] }>) => void

const useMarkRead = () => {
  const t = useText()
  const notify = useNotify()
  const id = useSession()?.account?.id ?? ''
  const command = useCommand({
    resource: 'accounts',
    verb: 'read-notices',
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  })
  const read: Read = (body) => command.run({ record: { id }, body })
  return { read, pending: command.pending }
}

type ItemProps = { notice: Notice; zone: string; onRead: () => void; onOpen: () => void }

const Item = ({ notice, zone, onRead, onOpen }: ItemProps) => {
  const t = useText()
  const { type, at, unread, listingTitle, code, guestName, checkIn, checkOut, amountMinor, currency } = notice
  const what = t(`app.notices.what.${type}`)
  const stay = checkIn !== null && checkOut !== null ? formatRange(checkIn, checkOut) : null
  const about = [guestName, listingTitle, code].filter(Boolean).join(', ')
  return (
    <li data-unread={unread || undefined}>
      <span className={styles['dot']} aria-hidden />
      <div className={styles['text']}>
        <Link className={unread ? 'strong' : ''} to={noticePath(notice)} onClick={onOpen}>
          {unread && <span className="sr">{t('app.notices.unread')} </span>}
          {what}
        </Link>
        {about !== '' && <p className="small">{about}</p>}
        {stay !== null && <p className="small num">{stay}</p>}
        <p className="cap c num">
          {formatInstant(at, zone)}
          {amountMinor !== null && currency !== null && (
            <>
              {' · '}
              <Money amountMinor={amountMinor} currency={currency} signed={amountMinor < 0} />
            </>
          )}
        </p>
      </div>
      {unread && (
        <Tooltip title={t('app.notices.markRead')}>
          <IconButton
            size="small"
            aria-label={t('app.notices.markReadOf', { what, about: about || formatInstant(at, zone) })}
            onClick={onRead}
          >
            <Icon name="check" size={16} />
          </IconButton>
        </Tooltip>
      )}
    </li>
  )
}

/** What happened in the account, and what of it the person has not read. */
const NoticesPanel = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const zone = useSession()?.account?.timezone ?? browserZone()
  const query = useNotices()
  const { read, pending } = useMarkRead()
  const newest = query.data?.notices[0]
  const readAll = newest !== undefined && query.data !== undefined && query.data.unread > 0 && (
    <Button
      variant="text"
      size="small"
      loading={pending}
      onClick={() => read({ until: newest.at, noticeIds: [] })}
    >
      {t('app.notices.markAll')}
    </Button>
  )
  return (
    <SidePanel title={t('app.notices.title')} actions={readAll} onClose={onClose}>
      <Loaded bare query={query} failed={t('app.notices.failed')}>
        {({ notices }) =>
          notices.length === 0 ? (
            <EmptyState icon="bell" title={t('app.notices.empty')} text={t('app.notices.emptyText')} />
          ) : (
            <ul className={styles['list']} aria-label={t('app.notices.title')}>
              {notices.map((notice) => (
                <Item
                  key={notice.id}
                  notice={notice}
                  zone={zone}
                  onRead={() => read({ until: null, noticeIds: [notice.id] })}
                  onOpen={() => {
                    if (notice.unread) read({ until: null, noticeIds: [notice.id] })
                    onClose()
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </SidePanel>
  )
}
export default NoticesPanel
