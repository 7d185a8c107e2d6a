import { zInstant } from '@hearth/contracts/kernel/dates'
import { RECEIPTS } from '@hearth/contracts/thread'
import { z } from 'zod'
import { openFactFile } from '../outside/factFile.ts'

/** The oldest are forgotten. */
const MAX_MESSAGES = 10_000

const zReceipt = z.strictObject({
  id: z.string(),
  threadId: z.string(),
  messageId: z.string(),
  status: z.enum(RECEIPTS),
  reason: z.string().optional(),
  at: zInstant,
})
/** What the channel says of a message, and when it happens. */
export type Receipt = z.infer<typeof zReceipt>
/** A receipt that the client has not taken yet, and how many times it is sent. */
const zPlanned = z.strictObject({ receipt: zReceipt, times: z.int() })
export type Planned = z.infer<typeof zPlanned>

const zFact = z.discriminatedUnion('kind', [
  /** `failed`: it does not reach its guest. */
  z.strictObject({ kind: z.literal('message'), messageId: z.string(), failed: z.boolean() }),
  z.strictObject({ kind: z.literal('planned'), planned: zPlanned }),
  z.strictObject({ kind: z.literal('sent'), id: z.string() }),
])
type Fact = z.infer<typeof zFact>

/** What the channel remembers over a restart: which messages it took, and receipts to send. It keeps no texts. */
export const openChannelBooks = (file: string) => {
  const messages = new Map<string, Readonly<{ failed: boolean }>>()
  const planned = new Map<string, Planned>()
  const apply = (fact: Fact): void => {
    if (fact.kind === 'planned') planned.set(fact.planned.receipt.id, fact.planned)
    else if (fact.kind === 'sent') planned.delete(fact.id)
    else messages.set(fact.messageId, fact)
    const [oldest] = messages.keys()
    if (messages.size > MAX_MESSAGES && oldest !== undefined) messages.delete(oldest)
  }
  const { facts, add, close } = openFactFile(file, zFact)
  for (const fact of facts) apply(fact)
  return {
    /** Written to the file before it takes effect. */
    add: (fact: Fact): void => {
      add(fact)
      apply(fact)
    },
    message: (messageId: string) => messages.get(messageId),
    planned: (): readonly Planned[] => [...planned.values()],
    close,
  }
}
export type ChannelBooks = ReturnType<typeof openChannelBooks>
