import { newId } from '@hearth/contracts/kernel/ids'
import { expect, it } from 'vitest'
import { createMailAddresses } from './mailAddresses.ts'

const { format, findThread, formatMessageId, findMessage } = createMailAddresses({
  domain: 'guests.hearth.example',
  key: 'key',
})
const threadId = newId()
const address = format(threadId)

it('finds the thread of an address, however it is written', () => {
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
  for (const text of [
    address,
    `Casa Sol <${address}>`,
    address.toUpperCase(),
    `"a, b" <x@y.example>, <${address}>`,
  ])
    expect(findThread(text)).toBe(threadId)
})

it('knows no address with another token, domain, or key', () => {
  const last = address.indexOf('@') - 1
  const forged = `${address.slice(0, last)}${address[last] === '0' ? '1' : '0'}${address.slice(last + 1)}`
  const foreign = createMailAddresses({ domain: 'guests.hearth.example', key: 'another' }).format(threadId)
  for (const text of [
    forged,
    foreign,
    address.replace('guests', 'quests'),
    address.replace('.hearth', 'xhearth'),
    `${address}.evil.example`,
    `0${address}`,
    '@guests.hearth.example',
    '',
  ])
    expect(findThread(text)).toBeUndefined()
  expect(findThread(`${forged}, ${address}`)).toBe(threadId)
})

it('finds the message of the headers of our email', () => {
  const messageId = newId()
  expect(findMessage(`Subject: x\r\nMessage-Id: ${formatMessageId(messageId)}\r\n`)).toBe(messageId)
  expect(findMessage(`References: ${formatMessageId(messageId)}`)).toBeUndefined()
})
