import { describe, expect, it } from 'vitest'
import { createKeyedQueue, QueueFullError } from './keyedQueue.ts'

const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('keyed queue', () => {
  it('runs one key in order and other keys meanwhile', async () => {
    const queue = createKeyedQueue(10)
    const seen: string[] = []
    const first = gate()
    const a1 = queue('a', async () => {
      await first.opened
      seen.push('a1')
    })
    const a2 = queue('a', async () => void seen.push('a2'))
    await queue('b', async () => void seen.push('b'))
    expect(seen).toEqual(['b'])
    first.open()
    await Promise.all([a1, a2])
    expect(seen).toEqual(['b', 'a1', 'a2'])
  })

  it('continues after a failure, which only its caller sees', async () => {
    const queue = createKeyedQueue(10)
    const failing = queue('a', () => Promise.reject(new Error('no')))
    const next = queue('a', () => Promise.resolve(7))
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe(7)
  })

  it('refuses when too many wait, and accepts work again afterwards', async () => {
    const queue = createKeyedQueue(2)
    const first = gate()
    const running = [queue('a', () => first.opened), queue('a', () => Promise.resolve())]
    await expect(queue('a', () => Promise.resolve())).rejects.toThrow(QueueFullError)
    first.open()
    await Promise.all(running)
    await expect(queue('a', () => Promise.resolve(1))).resolves.toBe(1)
  })
})
