import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openBank } from './bank.ts'
import { openBooks } from './books.ts'
import { chance, zHostility, type Hostility } from './hostility.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-bank-'))
afterAll(() => rmSync(directory, { recursive: true }))
const HOUR = 3_600_000
const order = {
  reference: 'p-1',
  amountMinor: 81_640,
  currency: 'EUR',
  payee: { bank: { type: 'sepa', iban: 'DE89370400440532013000' } },
}

const opened = (name: string, hostility: Partial<Hostility> = {}) => {
  const books = openBooks(join(directory, `${name}.jsonl`))
  const bank = openBank({
    books,
    seed: 'test',
    hostility: zHostility.parse({ settleMs: HOUR, ...hostility }),
  })
  return {
    ...bank,
    close: () => {
      bank.stop()
      books.close()
    },
  }
}

describe('the sandbox bank', () => {
  it('executes an order once under its key, for 24 hours of its own clock', () => {
    const bank = opened('keys')
    const first = bank.order('p-1', order)
    expect(first).toMatchObject({ status: 201, body: { reference: 'p-1', status: 'accepted' } })
    bank.passTime(0.5 * HOUR)
    expect(bank.order('p-1', order).body).toMatchObject({ id: (first.body as { id: string }).id })
    expect(bank.order('p-1', { ...order, amountMinor: 1 })).toMatchObject({ status: 409 })
    bank.passTime(24 * HOUR)
    bank.order('p-1', order)
    expect(bank.books.withReference('p-1')).toHaveLength(2)
    bank.close()
  })
  it.each([
    ['after executing', { errorAfter: 1 }, 1, 500],
    ['before executing', { errorBefore: 1 }, 0, 500],
    ['when it takes no orders', { down: 1 }, 0, 503],
  ] as const)('fails %s when configured to', (name, hostility, executed, status) => {
    const bank = opened(`fails-${name}`, hostility)
    expect(bank.order('p-1', order).status).toBe(status)
    expect(bank.books.withReference('p-1')).toHaveLength(executed)
    bank.close()
  })
  it('pays later, and returns two days later when the account number says so', () => {
    const bank = opened('returns')
    bank.order('p-1', order)
    bank.order('p-2', { ...order, payee: { bank: { type: 'sepa', iban: 'NL08RABO0000009902' } } })
    bank.order('p-3', { ...order, payee: { bank: { type: 'us_ach', accountNumber: '00009901' } } })
    const states = () => bank.books.transfers().map(({ status }) => status)
    bank.passTime(HOUR)
    expect(states()).toEqual(['paid', 'paid', 'failed'])
    bank.passTime(48 * HOUR)
    expect(states()).toEqual(['paid', 'returned', 'failed'])
    bank.close()
  })
  it('keeps its state over a restart', () => {
    const before = opened('restart')
    before.order('p-1', order)
    before.passTime(2 * HOUR)
    const known = [before.books.transfers(), before.books.aheadMs()]
    before.close()
    const after = opened('restart')
    expect([after.books.transfers(), after.books.aheadMs()]).toEqual(known)
    expect(after.order('p-1', order).body).toMatchObject({ status: 'paid' })
    after.close()
  })
  it('makes the same random choices with the same seed', () => {
    expect(chance('a', 'x', 1)).toBe(chance('a', 'x', 1))
    const drawn = Array.from({ length: 1_000 }, (_, index) => chance('a', index))
    expect(drawn.filter((one) => one < 0.15).length / 1_000).toBeCloseTo(0.15, 1)
  })
})
