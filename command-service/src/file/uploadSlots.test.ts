import { expect, test } from 'vitest'
import { createUploadSlots, MAX_UPLOADS_PER_ACCOUNT } from './uploadSlots.ts'

const never = () => new Promise<Buffer>(() => undefined)
const here = () => Promise.resolve(Buffer.from('x'))
const inspect = (bytes: Buffer) => Promise.resolve(bytes.length)

test('slow uploads of one account hold up neither others nor more than their own', async () => {
  const { run } = createUploadSlots()
  for (let count = 0; count < MAX_UPLOADS_PER_ACCOUNT; count++) void run('slow', never, inspect)
  await expect(run('slow', here, inspect)).rejects.toMatchObject({ code: 'OVERLOADED' })
  const honest = Array.from({ length: MAX_UPLOADS_PER_ACCOUNT }, () => run('other', here, inspect))
  await expect(Promise.all(honest)).resolves.toHaveLength(MAX_UPLOADS_PER_ACCOUNT)
})

test('four accounts with all the slow uploads that they may have leave room for a fifth', async () => {
  const { run } = createUploadSlots()
  for (let account = 0; account < 4; account++)
    for (let count = 0; count < MAX_UPLOADS_PER_ACCOUNT; count++) void run(`slow ${account}`, never, inspect)
  expect(await run('honest', here, inspect)).toBe(1)
})

test('an upload is inspected only when its bytes are there, three at a time', async () => {
  const { run } = createUploadSlots()
  let inspected = 0
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const inspectSlowly = async () => {
    inspected += 1
    await held
    return inspected
  }
  for (let count = 0; count < 2; count++) void run('slow', never, inspectSlowly)
  const running = ['a', 'b', 'c', 'd', 'e'].map((account) => run(account, here, inspectSlowly))
  await expect.poll(() => inspected).toBe(3)
  release()
  expect(await Promise.all(running)).toHaveLength(5)
  expect(inspected).toBe(5)
})

test('an upload that breaks off gives its slot back', async () => {
  const { run } = createUploadSlots()
  const breakOff = () => Promise.reject(new Error('broken off'))
  for (let count = 0; count < 30; count++)
    await expect(run('account', breakOff, inspect)).rejects.toThrow('broken off')
  expect(await run('account', here, inspect)).toBe(1)
})
