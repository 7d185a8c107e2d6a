import { Button } from '@mui/material'
import { useNotify } from 'react-admin'
import { browserZone } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { Icon } from '../../components/display/icons.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { problemText } from '../../data/http/problems.ts'
import type { Message } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { formatWhen } from '../formatWhen.ts'
import styles from './MessageLog.module.css'

type Props = { message: Message }

const EVERY_MS = 5_000

/** A message that its author may still unsend, or that the channel has not taken yet. */
const Waiting = ({ until, time, by }: { until: string; time: string; by: 'gateway' | 'email' }) => {
  const t = useText()
  const isDue = useNow(EVERY_MS) >= Date.parse(until)
  return <>, {isDue ? t('thread.delivery.due') : t(`thread.delivery.${by}.waiting`, { time })}</>
}

/** How far a message is on its way to the guest, after its author and time. */
export const DeliveryState = ({ message: { delivery, deliveryAt, channel, sentAt } }: Props) => {
  const t = useText()
  if (delivery === null || deliveryAt === null || delivery === 'failed') return null
  const time = formatWhen(deliveryAt, browserZone(), Date.parse(sentAt))
  if (delivery === 'waiting') return <Waiting until={deliveryAt} time={time} by={channel ?? 'gateway'} />
  return <>, {t(`thread.delivery.${channel ?? 'gateway'}.${delivery}`, { time })}</>
}

/** Why a message did not reach the guest, and a way to send it again. */
export const DeliveryFailure = ({ message }: Props) => {
  const t = useText()
  const notify = useNotify()
  const may = useCan('thread.write')
  const retry = useCommand({
    resource: 'threads',
    verb: 'retry-delivery',
    touches: ['messages'],
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  })
  const { id: messageId, threadId, delivery, channel, deliveryFailure } = message
  if (delivery !== 'failed' || deliveryFailure === null) return null
  return (
    <span className={`small bad-ink ${styles['failed']}`}>
      <Icon name="alert" size={14} />
      {t(`thread.delivery.${channel ?? 'gateway'}.failures.${deliveryFailure}`)}
      {may && deliveryFailure !== 'erased' && (
        <Button
          variant="text"
          size="small"
          loading={retry.pending}
          onClick={() => retry.run({ record: { id: threadId }, body: { messageId } })}
        >
          {t('thread.delivery.tryAgain')}
        </Button>
      )}
    </span>
  )
}
