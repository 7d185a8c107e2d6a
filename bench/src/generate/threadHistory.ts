import { addMinutes, earlier } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { deriveThreadId } from '@hearth/contracts/thread'
import { thread } from '@hearth/command-service/thread/thread.decider'
import type { ThreadFacts } from '@hearth/command-service/thread/thread.facts'
import { computeGuest } from './bookingHistory.ts'
import { openStream, type StreamHistory } from './openStream.ts'
import type { PlannedStay } from './plan.ts'
import { nowOf } from './run.ts'
import { sentAt, type Setting } from './setting.ts'

/** The host answers all guests but one in so many. */
const UNANSWERED_EVERY = 50
const QUESTIONS = [
  'Is there a place to leave our bags before check-in?',
  'We arrive by train. How do we get to the house from the station?',
  'Could you put a cot into the small bedroom?',
]

const FACTS: ThreadFacts = {
  policy: FIRST_POLICIES.messaging,
  isConfirmed: true,
  isOwnBooking: true,
  guestName: null,
  channel: 'gateway',
  isReader: false,
  attachments: [],
  ownHostName: 'localhost',
  planned: null,
}

/** The guest of a stay asks a question after booking, and the host answers it. */
export const generateThread = (
  setting: Setting,
  { number, confirmedAt }: PlannedStay,
  { bookingId, listingId }: Readonly<{ bookingId: Id; listingId: Id }>,
): StreamHistory => {
  const { run, tenant, scene, deriveId } = setting
  const guest = computeGuest(setting, number)
  const stream = openStream(thread, deriveThreadId(listingId, guest.guestRef), scene)
  const now = nowOf(run)
  const askedAt = earlier(addMinutes(confirmedAt, 10), now)
  const asked = deriveId('ReceiveGuestMessage', number)
  const body = QUESTIONS[(number + tenant.number) % QUESTIONS.length] ?? ''
  const message = { listingId, guest, bookingId, messageId: asked.slice(0, 13), body, attachments: [] }
  stream.take('ReceiveGuestMessage', { ...message, sentAt: askedAt }, FACTS, sentAt(askedAt, asked))
  const answeredAt = addMinutes(askedAt, 30)
  if (number % UNANSWERED_EVERY !== 0 && answeredAt < now)
    stream.take(
      'SendMessage',
      { body: 'Yes, of course. I will send you the details before you arrive.', attachments: [] },
      FACTS,
      sentAt(answeredAt, deriveId('SendMessage', number)),
    )
  return stream.history()
}
