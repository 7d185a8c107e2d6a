import { zUndoableActions } from '@hearth/contracts/undo'
import { newId } from '@hearth/contracts/kernel/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestEvent } from '../testing/miniProjector.ts'
import { alfama, bica, sharedVale, vale, type Vale } from '../testing/vale.ts'

let as: Vale['as']
let service: Vale['service']
let cleo: string
beforeAll(async () => {
  ;({ as, service, cleo } = await sharedVale())
})

const RESTORABLE = 'RestoreBlock@2026-08-14T08:00:00.000Z'
const removed = (blockId: string, more: Partial<TestEvent> = {}): TestEvent => ({
  tenantId: vale,
  actorId: cleo,
  actorKind: 'host',
  at: '2026-07-15T08:00:00.000Z',
  stream: `calendar-${alfama}`,
  type: 'BlockRemoved',
  data: { listingId: alfama, blockId, start: '2026-09-10', end: '2026-09-12', remaining: null },
  metadata: { undo: RESTORABLE },
  ...more,
})
const ask = async (person: Vale['as']['scoped']) =>
  zUndoableActions.parse(await (await person('/api/undoable-actions')).json()).actions

describe('what can be undone', () => {
  test('is the archive of a conversation until it is in the inbox again', async () => {
    const dora = await service.addHost('dora@example.test', 'Dora Vale', vale, 'cohost_messaging')
    const [kept, returned] = [newId(), newId()]
    const onThread = (threadId: string, type: string, more: Partial<TestEvent> = {}): TestEvent => ({
      ...removed(newId()),
      actorId: dora,
      stream: `thread-${threadId}`,
      type,
      data: { threadId, listingId: alfama },
      metadata: { undo: 'UnarchiveThread@' },
      ...more,
    })
    await service.project([
      onThread(kept, 'ThreadArchived'),
      onThread(returned, 'ThreadArchived'),
      onThread(returned, 'ThreadUnarchived', {
        actorId: 'gateway',
        metadata: {},
        data: { threadId: returned, listingId: alfama, cause: 'guest_message' },
      }),
    ])
    expect(await ask(await service.as('dora@example.test'))).toMatchObject([
      {
        type: 'ThreadArchived',
        listingTitle: 'Alfama Terrace',
        until: null,
        undo: { collection: 'threads', target: kept, verb: 'unarchive', body: {} },
      },
    ])
  })

  test('is the person’s own, still possible, and says what undoes it', async () => {
    const [kept, restored, past, late] = [newId(), newId(), newId(), newId()]
    await service.project([
      removed(kept),
      removed(restored),
      removed(restored, {
        type: 'BlockRestored',
        at: '2026-07-15T09:00:00.000Z',
        metadata: {},
        data: { listingId: alfama, blockId: restored, kind: 'other', start: '2026-09-10', end: '2026-09-12' },
      }),
      removed(past, {
        data: { listingId: alfama, blockId: past, start: '2026-07-01', end: '2026-07-10', remaining: null },
      }),
      removed(late, { metadata: { undo: 'RestoreBlock@2026-07-16T08:00:00.000Z' } }),
      removed(newId(), { actorId: newId() }),
      removed(newId(), { stream: `calendar-${bica}`, metadata: {} }),
    ])
    expect(await ask(await service.as('cleo@example.test'))).toEqual([
      {
        id: expect.any(String),
        type: 'BlockRemoved',
        at: '2026-07-15T08:00:00.000Z',
        listingTitle: 'Alfama Terrace',
        start: '2026-09-10',
        end: '2026-09-12',
        code: null,
        guestName: null,
        until: '2026-08-14T08:00:00.000Z',
        undo: { collection: 'blocks', target: kept, verb: 'restore', body: { listingId: alfama } },
      },
    ])
    expect(await ask(as.scoped)).toEqual([])
    expect(await ask(as.stranger)).toEqual([])
  })
})
