import { useRef } from 'react'
import { Button, useMediaQuery } from '@mui/material'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { useListings } from '../data/queries/useListings.ts'
import type { Thread } from '../data/records/records.ts'
import { to } from '../navigation/paths.ts'
import { useSees } from '../session/session.ts'
import { useText } from '../i18n/text.ts'
import { Composer } from './Composer.tsx'
import { NoGuestEmail } from './email/GuestEmail.tsx'
import styles from './Inbox.module.css'
import { MessageLog } from './messages/MessageLog.tsx'
import { MovedStay } from './MovedStay.tsx'
import { AnswerDeadline } from './ResponseClock.tsx'
import { StayFold, StayPanel } from './StayPanel.tsx'
import { ThreadHeader } from './ThreadHeader.tsx'
import { useComposer } from './useComposer.ts'
import { useMarkRead } from './useMarkRead.ts'
import { useThreadActions } from './useThreadActions.ts'
import { useThreadKeys } from './useThreadKeys.ts'

/** A conversation: who, until when, what was written, and the next message. */
export const ThreadView = ({ thread, single }: { thread: Thread; single: boolean }) => {
  const t = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const roomy = useMediaQuery('(min-width: 1280px)')
  const sees = useSees('booking.read')
  const listing = useListings([thread.listingId]).get(thread.listingId)
  const actions = useThreadActions(thread)
  const composer = useComposer(thread)
  useMarkRead(thread)
  useThreadKeys(thread, { actions, composer, focus: () => field.current?.focus() })
  const bookingId = sees ? thread.bookingId : null
  return (
    <>
      <section
        className={`${styles['thread']} ${single ? styles['single'] : ''}`}
        aria-label={t('thread.with', { guest: thread.guestName })}
      >
        <ThreadHeader thread={thread} listing={listing} single={single} actions={actions} />
        {bookingId !== null && !roomy && <StayFold bookingId={bookingId} />}
        {thread.dueAt !== null && (
          <div className={styles['bar']}>
            <AnswerDeadline dueAt={thread.dueAt} place={listing?.timezone} />
            {thread.openRequestId !== null && (
              <LinkButton size="small" to={to.request(thread.openRequestId)}>
                {t('thread.request.answer')}
              </LinkButton>
            )}
            {actions.may && thread.lastGuestMessageId !== null && (
              <Button variant="text" size="small" onClick={actions.markNoReply}>
                {t('thread.noReply')}
              </Button>
            )}
          </div>
        )}
        {bookingId !== null && <MovedStay bookingId={bookingId} thread={thread} />}
        {bookingId !== null && <NoGuestEmail bookingId={bookingId} guest={thread.guestName} />}
        <MessageLog thread={thread} composer={composer} />
        <Composer thread={thread} composer={composer} field={field} />
      </section>
      {bookingId !== null && roomy && <StayPanel bookingId={bookingId} />}
    </>
  )
}
