import { describe, expect, it } from 'vitest'
import { openInbox } from './inbox.ts'
import { limits, type StoredEvent } from './model.ts'
import { createTail } from './tail.ts'

const event = (position: number, bytes: number): StoredEvent => ({
  position: BigInt(position),
  stream: 's',
  revision: BigInt(position),
  id: '00000000-0000-4000-8000-000000000000',
  type: 'T',
  isJson: true,
  createdAt: 0,
  metadata: new Uint8Array(),
  data: new Uint8Array(bytes),
})

const open = () => {
  const tail = createTail()
  const inbox = openInbox(tail, 's', new AbortController().signal)
  inbox.catchUp()
  let position = 0
  const push = (bytes: number, count = 1): void => {
    for (let n = 0; n < count; n += 1) tail.publish([event((position += 1), bytes)])
  }
  return { inbox, push }
}

describe('the new events of a stream that wait for one reader', () => {
  it('are kept in order up to a number and a size', () => {
    const { inbox, push } = open()
    push(10, 1_000)
    expect(inbox.take().map(({ revision }) => Number(revision))).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    )
    push(limits.inboxBytes)
    expect(inbox.take()).toHaveLength(1)
    expect(inbox.isBehind()).toBe(false)
  })

  it.each([
    ['many', 10, limits.inboxEvents + 1],
    ['large', limits.inboxBytes / 2, 3],
  ])('are dropped when they are too %s, until the table was read', (_what, bytes, count) => {
    const { inbox, push } = open()
    push(bytes, count)
    expect(inbox.isBehind()).toBe(true)
    push(10, 100)
    expect(inbox.take()).toEqual([])
    inbox.catchUp()
    push(10)
    expect(inbox.take()).toHaveLength(1)
  })
})
