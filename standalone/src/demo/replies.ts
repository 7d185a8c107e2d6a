import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { SendCommand } from '../commands/commandSender.ts'
import { requireId } from './requireId.ts'
import { demoKey } from './world.ts'

const REPLIES = [
  {
    name: 'Check-in details',
    body:
      'Hello {{guestFirstName}}, you can come in from {{checkInTime}} on {{checkIn}}. ' +
      'The address is {{address}}. The Wi-Fi is {{wifiName}}, with the password {{wifiPassword}}.',
  },
  {
    name: 'Thank you',
    body: 'Thank you for writing to us about {{listingName}}, {{guestFirstName}}. We are happy to help.',
  },
]

/** The saved replies of an account. */
export const addReplies = async (
  hostAccountId: Id,
  occurredAt: Instant,
  send: SendCommand,
): Promise<void> => {
  for (const reply of REPLIES)
    requireId(
      await send({
        path: `/api/reply-templates/${hostAccountId}/add`,
        body: reply,
        key: demoKey('reply-template', hostAccountId, reply.name),
        hostAccountId,
        occurredAt,
      }),
    )
}
