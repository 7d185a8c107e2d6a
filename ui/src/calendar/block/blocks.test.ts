import { describe, expect, it } from 'vitest'
import type { Claim } from '../../data/records/records.ts'
import { computeBlockState } from './blockState.ts'
import { withPendingBlocks, type PendingBlock } from './pendingBlocks.ts'

const block = (change: Partial<Claim> = {}): Claim => ({
  id: 'k1',
  listingId: 'l1',
  kind: 'maintenance',
  start: '2026-07-20',
  end: '2026-07-24',
  nights: 4,
  state: 'committed',
  shared: false,
  holdExpiresAt: null,
  note: null,
  ownerStay: null,
  createdBy: 'u1',
  createdAt: '2026-01-01T00:00:00.000Z',
  releasedAt: null,
  restorableUntil: null,
  removedStart: null,
  removedEnd: null,
  feedId: null,
  importKind: null,
  reference: null,
  tenantId: 't1',
  revision: 5,
  ...change,
})
const now = '2026-07-16T12:00:00.000Z'
const at = (change: Partial<Claim>, today = '2026-07-16') => computeBlockState(block(change), today, now)

describe('a block', () => {
  it('can be changed until its last night is over', () => {
    expect(at({})).toMatchObject({ phase: 'upcoming', changeable: true, restorable: false })
    expect(at({}, '2026-07-20')).toMatchObject({ phase: 'now', changeable: true })
    expect(at({}, '2026-07-24')).toMatchObject({ phase: 'past', changeable: false })
  })

  it('can be restored for 30 days after it was removed, while some of its nights are in the future', () => {
    const removed = {
      state: 'released',
      removedStart: '2026-07-20',
      removedEnd: '2026-07-24',
      restorableUntil: '2026-08-15T12:00:00.000Z',
    } as const
    expect(at(removed)).toMatchObject({
      phase: 'removed',
      changeable: false,
      restorable: true,
      end: '2026-07-24',
    })
    expect(at(removed, '2026-07-24').restorable).toBe(false)
    expect(at({ ...removed, restorableUntil: now }).restorable).toBe(false)
    expect(
      at(
        {
          end: '2026-07-22',
          removedStart: '2026-07-20',
          removedEnd: '2026-07-24',
          restorableUntil: '2026-08-15T12:00:00.000Z',
        },
        '2026-07-22',
      ),
    ).toMatchObject({ phase: 'cut', restorable: true })
  })

  it('that hosts did not create cannot be changed by hosts', () => {
    expect(at({ kind: 'staff_hold' }).changeable).toBe(false)
    expect(at({ kind: 'ical_import' }).changeable).toBe(false)
  })
})

describe('pending changes of blocks', () => {
  const pending = (change: Partial<PendingBlock> = {}): PendingBlock => ({
    key: 'k1',
    row: block({ state: 'released' }),
    revision: 6,
    until: Infinity,
    ...change,
  })

  it('patch rows until the read model has them', () => {
    expect(withPendingBlocks([block()], [pending()])[0]?.state).toBe('released')
    expect(withPendingBlocks([block({ revision: 6 })], [pending()])[0]?.state).toBe('committed')
    expect(withPendingBlocks([block()], [pending({ until: 0 })])[0]?.state).toBe('committed')
  })

  it('show a new block once, also when it is read before the command is answered', () => {
    const made = pending({ key: 'new:1', row: block({ id: 'new:1', revision: 0 }), revision: null })
    expect(withPendingBlocks([], [made])).toHaveLength(1)
    expect(withPendingBlocks([block({ id: 'k9' })], [made]).map(({ id }) => id)).toEqual(['k9'])
  })
})
