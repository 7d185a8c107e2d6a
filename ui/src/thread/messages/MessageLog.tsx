import { Fragment } from 'react'
import { Button } from '@mui/material'
import { useIsMutating } from '@tanstack/react-query'
import { thread as aggregate } from '@hearth/contracts/thread'
import { browserZone, formatDay, wallClock } from '../../components/dates/localDate.ts'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useKept } from '../../data/commands/useWaitingCommands.ts'
import { useOnline } from '../../data/http/useOnline.ts'
import type { Message, Thread } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { PlannedMessages } from '../../message-plan/PlannedMessages.tsx'
import { useMessagePlans } from '../../message-plan/useMessagePlans.ts'
import type { Composer } from '../useComposer.ts'
import { useTeam } from '../useTeam.ts'
import { MessageItem } from './MessageItem.tsx'
import styles from './MessageLog.module.css'
import { useMessages } from './useMessages.ts'
import { useIsUnsendable, useUnsend } from './useUnsend.ts'

/** What a kept command says. */
const readMessage = (body: unknown) =>
  aggregate.commands.SendMessage.schema.safeParse(body).data ?? { body: '', attachments: [] }

/** Messages by the day on the reader's clock, in their order. */
const groupByDay = (messages: readonly Message[]) => {
  const zone = browserZone()
  const days: { day: string; messages: Message[] }[] = []
  for (const message of messages) {
    const { date } = wallClock(message.sentAt, zone)
    const last = days.at(-1)
    if (last?.day === date) last.messages.push(message)
    else days.push({ day: date, messages: [message] })
  }
  return days
}

type Props = { thread: Thread; composer: Composer }

const Days = ({ thread, composer, messages }: Props & { messages: readonly Message[] }) => {
  const team = useTeam()
  const isUnsendable = useIsUnsendable()
  const unsend = useUnsend(thread.id, composer.offer)
  return groupByDay(messages).map(({ day, messages: ofDay }, index) => (
    <Fragment key={`${day}/${index}`}>
      <li className={`num ${styles['day']}`}>{formatDay(day)}</li>
      {ofDay.map((message) => (
        <MessageItem
          key={message.id}
          message={message}
          guestName={thread.guestName}
          team={team}
          onUnsend={isUnsendable(message) ? () => unsend(message) : undefined}
        />
      ))}
    </Fragment>
  ))
}

type OutgoingProps = {
  body: string
  names: readonly string[]
  state: 'thread.notSentYet' | 'thread.waiting' | 'thread.sending'
  onAgain: (() => void) | undefined
}

const OutgoingMessage = ({ body, names, state, onAgain }: OutgoingProps) => {
  const t = useText()
  return (
    <li className={`${styles['message']} ${styles['mine']}`}>
      {body !== '' && <p>{body}</p>}
      {names.map((name, index) => (
        <p key={index}>{name}</p>
      ))}
      <span className={styles['by']} role="status">
        {t(state)}
        {onAgain && (
          <Button variant="text" size="small" onClick={onAgain}>
            {t('thread.sendAgain')}
          </Button>
        )}
      </span>
    </li>
  )
}

/** The message that is on its way, or waits to be sent. */
const Outgoing = ({ composer: { sending, kept, waiting, sendAgain } }: Pick<Props, 'composer'>) =>
  sending && (
    <OutgoingMessage
      body={sending.body}
      names={sending.files.map(({ file }) => file.name)}
      state={kept ? 'thread.notSentYet' : waiting ? 'thread.waiting' : 'thread.sending'}
      onAgain={kept ? sendAgain : undefined}
    />
  )

/** Messages that were left waiting when the conversation was closed. */
const Earlier = ({ thread, composer: { sending } }: Props) => {
  const t = useText()
  const { calls, sendAgain } = useKept('threads', thread.id, 'send')
  const online = useOnline()
  const busy = useIsMutating({ mutationKey: ['threads', 'send'] }) > 0
  // The message that this page is sending may be kept as well.
  const own = calls.findLastIndex(({ body }) => readMessage(body).body === sending?.body)
  const state = !online ? 'thread.waiting' : busy ? 'thread.sending' : 'thread.notSentYet'
  return calls
    .filter((_, index) => index !== own)
    .map((call) => {
      const { body, attachments } = readMessage(call.body)
      const files = attachments.length
      return (
        <OutgoingMessage
          key={call.key}
          body={body}
          names={files === 0 ? [] : [t('messageFiles.count', { smart_count: files })]}
          state={state}
          onAgain={online && !busy ? () => sendAgain(call) : undefined}
        />
      )
    })
}

/** What will be sent by itself, after what was written. */
const Planned = ({ thread: { id, guestName } }: Pick<Props, 'thread'>) => {
  const { data = [] } = useMessagePlans({ threadId: id })
  const isEmpty = data.length === 0
  return isEmpty ? null : (
    <li>
      <PlannedMessages plans={data} guestName={guestName} hasKeys />
    </li>
  )
}

/** What was written, the newest at the bottom; earlier messages are loaded on request. */
export const MessageLog = ({ thread, composer }: Props) => {
  const t = useText()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useMessages(thread.id)
  if (error && data === undefined)
    return (
      <div className={styles['log']}>
        <ErrorState title={t('thread.messagesFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  return (
    // A region that scrolls must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['log']} tabIndex={0} role="region" aria-label={t('thread.messages')}>
      <ol className={styles['messages']} aria-busy={data === undefined}>
        {hasNextPage && (
          <li className={styles['older']}>
            <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('thread.older')}
            </Button>
          </li>
        )}
        {data === undefined ? (
          <li>
            <Skeleton height={120} />
          </li>
        ) : (
          <Days thread={thread} composer={composer} messages={data} />
        )}
        <Earlier thread={thread} composer={composer} />
        <Outgoing composer={composer} />
        <Planned thread={thread} />
      </ol>
    </div>
  )
}
