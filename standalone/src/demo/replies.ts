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
  {
    name: 'Before you arrive',
    body:
      'Hello {{guestFirstName}}, only a few days to go. You can come in from {{checkInTime}} on {{checkIn}}. ' +
      'The address is {{address}}. Write to us if you have any questions.',
  },
  {
    name: 'Check-out today',
    body:
      'Hello {{guestFirstName}}, we hope you enjoy your stay. Please check out by {{checkOutTime}} today ' +
      'and leave the keys on the table. Safe travels!',
  },
  {
    name: 'How was your stay?',
    body: 'Dear {{guestFirstName}}, thank you for staying at {{listingName}}. Do come again!',
  },
]

/** The key of the command that adds it. */
export const findReplyKey = (hostAccountId: Id, name: string): Id =>
  demoKey('reply-template', hostAccountId, name)

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
        key: findReplyKey(hostAccountId, reply.name),
        hostAccountId,
        occurredAt,
      }),
    )
}
