import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { SendCommand } from '../commands/commandSender.ts'
import { findReplyKey } from './replies.ts'
import { requireId } from './requireId.ts'
import { demoKey } from './world.ts'

const RULES = [
  { reply: 'Before you arrive', trigger: 'checkin-3d', time: '10:00', minNights: 1 },
  { reply: 'Check-out today', trigger: 'checkout', time: '08:00', minNights: 1 },
  { reply: 'How was your stay?', trigger: 'checkout+1d', time: '11:00', minNights: 3 },
] as const

/** The scheduled messages of an account, set up now, so that they are planned for stays to come. */
export const addRules = async (hostAccountId: Id, occurredAt: Instant, send: SendCommand): Promise<void> => {
  for (const { reply, ...terms } of RULES)
    requireId(
      await send({
        path: `/api/message-rules/${hostAccountId}/add`,
        body: {
          ...terms,
          // As the command service derives it from the key.
          templateId: deriveId('id', findReplyKey(hostAccountId, reply), 'reply-template'),
          listingIds: null,
          isOn: true,
        },
        key: demoKey('message-rule', hostAccountId, reply),
        hostAccountId,
        occurredAt,
      }),
    )
}
