import {
  MAX_REPLY_TEMPLATES,
  type ReplyTemplateCommand,
  type ReplyTemplateEvent,
} from '@hearth/contracts/reply-template'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
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

/** The texts that an account keeps for its messages to guests (docs/domain/reply-template.md). */
export const replyTemplate: Decider<ReplyTemplateState, ReplyTemplateCommand, ReplyTemplateEvent> = {
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
    RemoveReplyTemplate: ({ templateId }, state) => {
      const template = find(state, templateId)
      if (template === undefined) return unknown
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
