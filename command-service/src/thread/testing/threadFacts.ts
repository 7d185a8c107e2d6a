import { FIRST_POLICIES } from '@hearth/contracts/policy'
import type { ThreadFacts } from '../thread.facts.ts'

/** Those of a confirmed guest's conversation, read by a member of its team. */
export const threadFacts: ThreadFacts = {
  policy: FIRST_POLICIES.messaging,
  isConfirmed: true,
  isOwnBooking: true,
  guestName: 'Daniel W.',
  isReader: true,
  channel: 'gateway',
  attachments: [],
  ownHostName: 'hearth.example',
  planned: null,
}
