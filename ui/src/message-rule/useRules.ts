import { useGetList } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { MAX_MESSAGE_RULES, type messageRules } from '@hearth/contracts/message-rule'

export type MessageRule = Shown<typeof messageRules>

/** The scheduled messages of the account, the oldest first. */
export const useRules = () =>
  useGetList<MessageRule>('message-rules', {
    pagination: { page: 1, perPage: MAX_MESSAGE_RULES },
    sort: { field: 'changedAt', order: 'ASC' },
    filter: {},
  })
