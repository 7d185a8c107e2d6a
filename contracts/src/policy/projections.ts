import { formatStream } from '../kernel/message.ts'
import { defineProjection, foldBy } from '../kernel/projection.ts'
import type { PolicyEvent } from './messages.ts'
import { zPolicyRow, type PolicyRow } from './resource.ts'

const idOfVersion = (data: Readonly<{ name: string; version: number }>) => `${data.name}/${data.version}`

export const policyProjection = defineProjection<PolicyRow>({
  name: 'policy',
  version: 2,
  row: zPolicyRow,
  shared: true,
  streams: ({ name }) => [formatStream('policy', String(name))],
  keys: ({ type, data }) =>
    type === 'PolicyVersionProposed' || type === 'PolicyVersionPublished'
      ? [idOfVersion(data as { name: string; version: number })]
      : [],
  fold: foldBy<PolicyRow, PolicyEvent>({
    PolicyVersionProposed: (_row, { data }, id) => ({ id, ...data, state: 'proposed', publishedBy: null }),
    PolicyVersionPublished: (row, { data }, id) => ({
      id,
      ...data,
      state: 'published',
      proposedBy: row?.proposedBy ?? null,
    }),
  }),
})
