import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, OF_ACCOUNT, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zLine } from '../kernel/text.ts'
import { zMessageBody } from '../thread/messageBody.ts'
import { findVariableErrors } from './variables.ts'

/** Templates that an account keeps (docs/domain/reply-template.md#limits). */
export const MAX_REPLY_TEMPLATES = 100
export const MAX_TEMPLATE_NAME = 60

export const zTemplateName = zLine(1, MAX_TEMPLATE_NAME)
/** As a message, with variables. */
export const zTemplateBody = zMessageBody.superRefine((body, ctx) => {
  for (const message of findVariableErrors(body)) ctx.addIssue({ code: 'custom', message })
})

const of = { templateId: z.string() }
const texts = { name: z.string(), body: z.string() }
const personal = { name: OF_ACCOUNT, body: OF_ACCOUNT }
const about = { templateId: zId }
const given = { name: zTemplateName, body: zTemplateBody }
const on = (verb: string) => ({ collection: 'reply-templates', verb }) as const
const byTeam = {
  stream: { by: 'account', limitedMembers: true },
  capability: 'reply-template.write',
  ifMatch: 'none',
} as const

/** The texts that an account keeps for its messages to guests (docs/domain/reply-template.md). */
export const replyTemplate = defineAggregate({
  category: 'replyTemplate',
  events: {
    ReplyTemplateAdded: {
      version: 1,
      schema: z.strictObject({ ...of, hostAccountId: z.string(), ...texts }),
      personal,
    },
    ReplyTemplateChanged: { version: 1, schema: z.strictObject({ ...of, ...texts }), personal },
    ReplyTemplateRemoved: { version: 1, schema: z.strictObject(of) },
    ReplyTemplateRestored: { version: 1, schema: z.strictObject(of) },
  },
  commands: {
    AddReplyTemplate: { ...byTeam, schema: z.strictObject(given), route: on('add') },
    ChangeReplyTemplate: { ...byTeam, schema: z.strictObject({ ...about, ...given }), route: on('change') },
    RemoveReplyTemplate: { ...byTeam, schema: z.strictObject(about), route: on('remove') },
    /** Undoes a removal. */
    RestoreReplyTemplate: { ...byTeam, schema: z.strictObject(about), route: on('restore') },
  },
})
export type ReplyTemplateEvent = EventsOf<typeof replyTemplate>
export type ReplyTemplateCommand = CommandsOf<typeof replyTemplate>
