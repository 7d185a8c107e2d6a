import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { hasItsTime, ruleTerms } from './terms.ts'

const of = { ruleId: z.string() }
const about = { ruleId: zId }
const on = (verb: string) => ({ collection: 'message-rules', verb }) as const
const byTeam = { stream: { by: 'account' }, capability: 'message-rule.write', ifMatch: 'none' } as const

/** Which messages an account sends to guests by itself, and when (docs/domain/message-rule.md). */
export const messageRule = defineAggregate({
  category: 'messageRule',
  events: {
    MessageRuleAdded: {
      version: 1,
      schema: z.strictObject({ ...of, hostAccountId: z.string(), ...ruleTerms }),
    },
    MessageRuleChanged: { version: 1, schema: z.strictObject({ ...of, ...ruleTerms }) },
    MessageRuleRemoved: { version: 1, schema: z.strictObject(of) },
    MessageRuleRestored: { version: 1, schema: z.strictObject(of) },
  },
  commands: {
    AddMessageRule: {
      ...byTeam,
      schema: z.strictObject(ruleTerms).refine(...hasItsTime),
      route: on('add'),
    },
    ChangeMessageRule: {
      ...byTeam,
      schema: z.strictObject({ ...about, ...ruleTerms }).refine(...hasItsTime),
      route: on('change'),
    },
    RemoveMessageRule: { ...byTeam, schema: z.strictObject(about), route: on('remove') },
    /** Undoes a removal. */
    RestoreMessageRule: { ...byTeam, schema: z.strictObject(about), route: on('restore') },
  },
})
export type MessageRuleEvent = EventsOf<typeof messageRule>
export type MessageRuleCommand = CommandsOf<typeof messageRule>
