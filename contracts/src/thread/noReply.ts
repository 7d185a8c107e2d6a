import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import type { CommandDefinitions, EventDefinitions } from '../kernel/message.ts'

const of = { threadId: z.string(), listingId: z.string() }
const byTeam = {
  capability: 'thread.organize',
  ifMatch: 'none',
  schema: z.strictObject({ upToMessageId: zId }),
} as const

/** That a guest waits for no answer (docs/domain/thread.md#no-reply-needed). */
export const noReplyEvents = {
  /** What the guest wrote up to this message needs no reply. */
  NoReplyNeeded: { version: 1, schema: z.strictObject({ ...of, upToMessageId: z.string() }) },
  /** Takes that back. */
  ReplyNeeded: { version: 1, schema: z.strictObject({ ...of, upToMessageId: z.string() }) },
} as const satisfies EventDefinitions

export const noReplyCommands = {
  /** `upToMessageId`: the last message that the person saw, so that a later one still waits. */
  MarkNoReplyNeeded: { ...byTeam, route: { collection: 'threads', verb: 'no-reply' } },
  /** Undoes it. */
  RequireReply: { ...byTeam, route: { collection: 'threads', verb: 'require-reply' } },
} as const satisfies CommandDefinitions
