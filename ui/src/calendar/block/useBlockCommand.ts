import { useRef } from 'react'
import type { HOST_BLOCK_KINDS } from '@hearth/contracts/calendar'
import type { Claim } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { dropBlock, holdBlock, settleBlock } from './pendingBlocks.ts'

export type HostBlockKind = (typeof HOST_BLOCK_KINDS)[number]
type Verb = 'create' | 'edit' | 'remove' | 'restore'

const toBody: Record<Verb, (row: Claim) => unknown> = {
  create: ({ listingId, kind, start, end, note, ownerStay }) => ({
    listingId,
    kind,
    start,
    end,
    note,
    ownerStay,
  }),
  edit: ({ listingId, start, end, note }) => ({ listingId, start, end, note }),
  remove: ({ listingId }) => ({ listingId }),
  restore: ({ listingId }) => ({ listingId }),
}

/** Creates or changes a block: shown immediately, reverted only if the command is refused. */
export const useBlockCommand = (
  verb: Verb,
  { onSuccess, onError }: { onSuccess?: (row: Claim) => void; onError?: (error: unknown) => void } = {},
) => {
  const held = useRef<{ key: string; row: Claim } | null>(null)
  const { run, pending, paused, error, reset } = useCommand({
    resource: 'blocks',
    ...(verb === 'create' ? {} : { verb }),
    touches: ['claims'],
    onSuccess: ({ id, revision }) => {
      if (!held.current) return
      const { key, row } = held.current
      const saved = verb === 'create' ? id : row.id
      settleBlock(key, saved, revision)
      onSuccess?.({ ...row, id: saved })
    },
    onError: (error) => {
      if (held.current) dropBlock(held.current.key)
      onError?.(error)
    },
  })
  /** `row` is the block as it will be; a new one has no id yet. */
  const send = (row: Claim) => {
    held.current = { key: holdBlock(row), row }
    run({ record: verb === 'create' ? undefined : { id: row.id }, body: toBody[verb](row) })
  }
  return { send, pending, paused, error, reset }
}

/** The row of a block that has not been created yet. */
export const newBlock = (
  block: Pick<Claim, 'listingId' | 'kind' | 'start' | 'end' | 'note' | 'ownerStay' | 'nights'>,
  createdBy: string,
): Claim => ({
  ...block,
  id: '',
  tenantId: '',
  revision: 0,
  state: 'committed',
  shared: false,
  holdExpiresAt: null,
  createdBy,
  createdAt: new Date().toISOString(),
  releasedAt: null,
  restorableUntil: null,
  removedStart: null,
  removedEnd: null,
  feedId: null,
  importKind: null,
  reference: null,
})
