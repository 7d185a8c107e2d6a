import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useNow } from '../components/dates/useNow.ts'
import type { Review } from '../data/records/records.ts'
import { useText, type TextKey } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import type { Tone } from '../theme/tokens.ts'

/** Whether the host can still do what the row says. */
export const isDue = ({ dueAt }: Pick<Review, 'dueAt'>, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) > now

const describe = (review: Review, isHost: boolean, now: number): readonly [Tone, TextKey] => {
  const { state, todo, disputed, removedAt, reply, hostReviewedAt } = review
  if (disputed) return ['warn', 'reviews.status.disputed']
  if (removedAt !== null) return ['mute', 'reviews.status.removed']
  if (state === 'closed') return ['mute', 'reviews.status.closed']
  if (state === 'void') return ['mute', 'reviews.status.void']
  if (state === 'revealed') {
    if (reply !== null) return ['ok', 'reviews.status.replied']
    return todo === 'reply' && isHost && isDue(review, now)
      ? ['info', 'reviews.status.reply']
      : ['mute', 'reviews.status.revealed']
  }
  if (hostReviewedAt === null) return ['warn', isHost ? 'reviews.status.write' : 'reviews.status.writeOf']
  return ['mute', isHost ? 'reviews.status.sent' : 'reviews.status.sentOf']
}

/** What can be done with a pair, or how it ended. */
export const ReviewStatus = ({ review }: { review: Review }) => {
  const t = useText()
  const isHost = useSession()?.account != null
  const [tone, text] = describe(review, isHost, useNow(MINUTE_MS))
  return (
    <StatusChip tone={tone} plain={tone === 'mute'}>
      {t(text)}
    </StatusChip>
  )
}
