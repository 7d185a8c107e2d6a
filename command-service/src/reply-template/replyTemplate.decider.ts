import {
  MAX_REPLY_TEMPLATES,
  type ReplyTemplateCommand,
  type ReplyTemplateEvent,
} from '@hearth/contracts/reply-template'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { ReplyTemplateFacts } from './replyTemplate.facts.ts'
import { replyTemplateFold, type KnownTemplate, type ReplyTemplateState } from './replyTemplate.state.ts'

const unknown = reject('NOT_FOUND', 'This saved reply doesn’t exist.')

const find = ({ templates }: ReplyTemplateState, templateId: string) =>
  templates.find((one) => one.templateId === templateId)

const listKept = ({ templates }: ReplyTemplateState) => templates.filter(({ removed }) => !removed)

const foldName = (name: string) => name.normalize('NFC').toLocaleLowerCase('en')

/** The templates of an account have different names. */
const refuseName = (
  state: ReplyTemplateState,
  { templateId, name }: Pick<KnownTemplate, 'templateId' | 'name'>,
): Rejected | undefined => {
  const detail = 'You already have a saved reply with this name.'
  return listKept(state).some((one) => one.templateId !== templateId && foldName(one.name) === foldName(name))
    ? reject('DUPLICATE', detail, { errors: [{ pointer: '/name', detail }] })
    : undefined
}

const refuseOneMore = (state: ReplyTemplateState): Rejected | undefined =>
  listKept(state).length >= MAX_REPLY_TEMPLATES
    ? reject(
        'LIMIT_EXCEEDED',
        `You can keep up to ${MAX_REPLY_TEMPLATES} saved replies. Remove one that you no longer need.`,
        { limit: MAX_REPLY_TEMPLATES },
      )
    : undefined

const refuseScheduled = (templateId: string, { scheduled }: ReplyTemplateFacts): Rejected | undefined => {
  const messages = scheduled.filter((one) => one === templateId).length
  if (messages === 0) return undefined
  const which = messages === 1 ? 'A scheduled message uses' : `${messages} scheduled messages use`
  return reject(
    'PRECONDITION_FAILED',
    `${which} this saved reply. Choose another reply there, or remove the scheduled message first.`,
    { rule: 'scheduled', messages },
  )
}

/** The texts that an account keeps for its messages to guests (docs/domain/reply-template.md). */
export const replyTemplate: Decider<
  ReplyTemplateState,
  ReplyTemplateCommand,
  ReplyTemplateEvent,
  ReplyTemplateFacts
> = {
  ...replyTemplateFold,
  decide: {
    AddReplyTemplate: ({ name, body }, state, { id: hostAccountId, idFor }) => {
      const templateId = idFor('reply-template')
      if (find(state, templateId) !== undefined) return accept([])
      return (
        refuseName(state, { templateId, name }) ??
        refuseOneMore(state) ??
        accept([{ type: 'ReplyTemplateAdded', data: { templateId, hostAccountId, name, body } }])
      )
    },
    ChangeReplyTemplate: ({ templateId, name, body }, state) => {
      const template = find(state, templateId)
      if (template === undefined || template.removed) return unknown
      if (template.name === name && template.body === body) return accept([])
      return (
        refuseName(state, { templateId, name }) ??
        accept([{ type: 'ReplyTemplateChanged', data: { templateId, name, body } }])
      )
    },
    RemoveReplyTemplate: ({ templateId }, state, { facts }) => {
      const template = find(state, templateId)
      if (template === undefined) return unknown
      const refused = template.removed ? undefined : refuseScheduled(templateId, facts)
      if (refused !== undefined) return refused
      return accept(template.removed ? [] : [{ type: 'ReplyTemplateRemoved', data: { templateId } }], {
        undo: { command: 'RestoreReplyTemplate', expiresAt: null },
      })
    },
    RestoreReplyTemplate: ({ templateId }, state) => {
      const template = find(state, templateId)
      if (template === undefined) return unknown
      if (!template.removed) return accept([])
      return (
        refuseName(state, template) ??
        refuseOneMore(state) ??
        accept([{ type: 'ReplyTemplateRestored', data: { templateId } }])
      )
    },
  },
}
