import {
  MAX_REPLY_TEMPLATES,
  type ReplyTemplateCommand,
  type ReplyTemplateEvent,
} from '@hearth/contracts/reply-template'
import type { OfType } from '@hearth/contracts/kernel/message'
import { describe, test } from 'vitest'
import { given } from '../testing/given.ts'
import { replyTemplate } from './replyTemplate.decider.ts'

const ACCOUNT = 'account'
const inAccount = { id: ACCOUNT, idFor: () => 'new', facts: { scheduled: [] } }

const texts = { name: 'Early check-in', body: 'Hello {{guestFirstName}}' }
const add: OfType<ReplyTemplateCommand, 'AddReplyTemplate'> = { type: 'AddReplyTemplate', data: texts }
const added = (templateId: string, name = `Reply ${templateId}`): ReplyTemplateEvent => ({
  type: 'ReplyTemplateAdded',
  data: { templateId, hostAccountId: ACCOUNT, name, body: 'Hello' },
})
const removed = (templateId: string): ReplyTemplateEvent => ({
  type: 'ReplyTemplateRemoved',
  data: { templateId },
})
const restore = (templateId: string): ReplyTemplateCommand => ({
  type: 'RestoreReplyTemplate',
  data: { templateId },
})
const full = Array.from({ length: MAX_REPLY_TEMPLATES }, (_, index) => added(`t${index}`))

describe('adding a saved reply', () => {
  test('records its name and its body', () =>
    given(replyTemplate)
      .when(add, inAccount)
      .thenEvents({
        type: 'ReplyTemplateAdded',
        data: { templateId: 'new', hostAccountId: ACCOUNT, ...texts },
      }))
  test('adds nothing when the same command arrives again', () =>
    given(replyTemplate, added('new', texts.name), added('b')).when(add, inAccount).thenEvents())
  test('refuses a name that another one has, in any case', () =>
    given(replyTemplate, added('a', 'EARLY check-in')).when(add, inAccount).thenRefused('DUPLICATE'))
  test('takes the name of a removed one', () =>
    given(replyTemplate, added('a', texts.name), removed('a'))
      .when(add, inAccount)
      .thenEvents({ type: 'ReplyTemplateAdded', data: texts }))
  test('refuses more than an account can keep', () => {
    given(replyTemplate, ...full)
      .when(add, inAccount)
      .thenRefused('LIMIT_EXCEEDED')
    given(replyTemplate, ...full, removed('t0'))
      .when(add, inAccount)
      .thenEvents({ type: 'ReplyTemplateAdded', data: texts })
  })
})

describe('changing a saved reply', () => {
  const change = { type: 'ChangeReplyTemplate', data: { templateId: 'a', ...texts } } as const
  test('records both texts, and nothing where they are the same', () => {
    given(replyTemplate, added('a'))
      .when(change, inAccount)
      .thenEvents({ type: 'ReplyTemplateChanged', data: change.data })
    given(replyTemplate, added('a'), { type: 'ReplyTemplateChanged', data: change.data })
      .when(change, inAccount)
      .thenNothing()
  })
  test('keeps its own name, but takes no other’s', () => {
    given(replyTemplate, added('a', texts.name))
      .when(change, inAccount)
      .thenEvents({ type: 'ReplyTemplateChanged', data: change.data })
    given(replyTemplate, added('a'), added('b', texts.name)).when(change, inAccount).thenRefused('DUPLICATE')
  })
  test('needs one that exists', () => {
    given(replyTemplate).when(change, inAccount).thenRefused('NOT_FOUND')
    given(replyTemplate, added('a'), removed('a')).when(change, inAccount).thenRefused('NOT_FOUND')
  })
})

describe('removing a saved reply', () => {
  test('can be undone', () => {
    given(replyTemplate, added('a'))
      .when({ type: 'RemoveReplyTemplate', data: { templateId: 'a' } }, inAccount)
      .thenEvents(removed('a'))
    given(replyTemplate, added('a'), removed('a'))
      .when(restore('a'), inAccount)
      .thenEvents({ type: 'ReplyTemplateRestored', data: { templateId: 'a' } })
  })
  test('is refused while scheduled messages use it, and says so', () => {
    const remove = { type: 'RemoveReplyTemplate', data: { templateId: 'a' } } as const
    const used = (...scheduled: string[]) => ({ ...inAccount, facts: { scheduled } })
    given(replyTemplate, added('a'))
      .when(remove, used('a', 'b', 'a'))
      .thenRefused('PRECONDITION_FAILED', { rule: 'scheduled', messages: 2 })
    given(replyTemplate, added('a')).when(remove, used('b')).thenEvents(removed('a'))
    given(replyTemplate, added('a'), removed('a')).when(remove, used('a')).thenNothing()
  })
  test('happens once', () => {
    given(replyTemplate, added('a'), removed('a'))
      .when({ type: 'RemoveReplyTemplate', data: { templateId: 'a' } }, inAccount)
      .thenNothing()
    given(replyTemplate, added('a')).when(restore('a'), inAccount).thenNothing()
  })
  test('can’t be undone once its name or the last place is taken', () => {
    given(replyTemplate, added('a', 'Wi-Fi'), removed('a'), added('b', 'Wi-Fi'))
      .when(restore('a'), inAccount)
      .thenRefused('DUPLICATE')
    given(replyTemplate, added('a', 'Wi-Fi'), removed('a'), ...full)
      .when(restore('a'), inAccount)
      .thenRefused('LIMIT_EXCEEDED')
  })
  test('needs one that exists', () => {
    given(replyTemplate)
      .when({ type: 'RemoveReplyTemplate', data: { templateId: 'a' } }, inAccount)
      .thenRefused('NOT_FOUND')
    given(replyTemplate).when(restore('a'), inAccount).thenRefused('NOT_FOUND')
  })
})
