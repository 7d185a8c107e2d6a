import type { ReplyTemplateEvent } from '@hearth/contracts/reply-template'
import type { Fold } from '../runtime/decider.ts'

export type KnownTemplate = Readonly<{ templateId: string; name: string; body: string; removed: boolean }>
export type ReplyTemplateState = Readonly<{ templates: readonly KnownTemplate[] }>

const change = (
  { templates }: ReplyTemplateState,
  templateId: string,
  changed: Partial<KnownTemplate>,
): ReplyTemplateState => ({
  templates: templates.map((one) => (one.templateId === templateId ? { ...one, ...changed } : one)),
})

/** The templates of one account, removed ones included. */
export const replyTemplateFold: Fold<ReplyTemplateState, ReplyTemplateEvent> = {
  category: 'replyTemplate',
  initial: { templates: [] },
  evolve: {
    ReplyTemplateAdded: ({ templates }, { templateId, name, body }) => ({
      templates: [...templates, { templateId, name, body, removed: false }],
    }),
    ReplyTemplateChanged: (state, { templateId, name, body }) => change(state, templateId, { name, body }),
    ReplyTemplateRemoved: (state, { templateId }) => change(state, templateId, { removed: true }),
    ReplyTemplateRestored: (state, { templateId }) => change(state, templateId, { removed: false }),
  },
}
