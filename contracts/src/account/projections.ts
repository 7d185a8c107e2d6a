import { categoryOfStream, idOfStream, streamOf } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { AccountEvent } from './messages.ts'
import { zAccountRow, type AccountRow } from './resource.ts'

export const accountProjection = defineProjection<AccountRow>({
  name: 'account',
  version: 1,
  row: zAccountRow,
  streams: ({ id }) => [streamOf('hostAccount', id)],
  keys: ({ stream }) => (categoryOfStream(stream) === 'hostAccount' ? [idOfStream(stream)] : []),
  fold: foldBy<AccountRow, AccountEvent>({
    AccountOpened: (_row, event) => {
      const { hostAccountId: id, ...details } = event.data
      return { id, ...details, openedAt: occurredAtOf(event) }
    },
    AccountRenamed: (row, { data }) => row && { ...row, displayName: data.displayName },
  }),
})
