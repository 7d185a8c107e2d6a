import { setMaxListeners } from 'node:events'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { deadline } from '@hearth/platform/retry/deadline'
import type { Bank } from './bank.ts'
import { chance } from './hostility.ts'
import { describeTransfer } from './orders.ts'

const TICK_MS = 50
const RETRY_MS = 1_000
const TIMEOUT_MS = 5_000
const MAX_CONCURRENT = 16

export type Target = Readonly<{ url: string; secret: string }>

/** Posts one webhook; resolves with whether the client accepted it or does not know the transfer. */
const post = async ({ url, secret }: Target, seq: number, body: string, stopping: AbortSignal) => {
  const seconds = Math.floor(Date.now() / 1_000)
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: deadline(TIMEOUT_MS, stopping),
    headers: {
      'content-type': 'application/json',
      'x-bank-signature': signWebhook(secret, body, seconds),
      'x-bank-event': `ev_${seq}`,
    },
  })
  await response.arrayBuffer()
  return response.ok || response.status === 404
}

/**
 * Notifies the client of each movement until it answers 2xx or 404: late, twice, out of order or never, as
 * the bank's hostility says.
 */
export const startWebhooks = (bank: Bank, target: Target) => {
  const { books, seed } = bank
  const dueAt = new Map<number, number>()
  const sending = new Set<number>()
  const stopping = new AbortController()
  // Each request listens until its deadline: many are no leak.
  setMaxListeners(0, stopping.signal)

  const notify = async (seq: number, body: string): Promise<void> => {
    const send = () => post(target, seq, body, stopping.signal)
    try {
      const twice = chance(seed, 'duplicate', seq) < bank.hostility().duplicateWebhook
      const taken = await Promise.all(twice ? [send(), send()] : [send()])
      if (taken.every(Boolean)) books.add({ kind: 'told', seq })
      else dueAt.set(seq, Date.now() + RETRY_MS)
    } catch {
      // Unreachable, or no answer in time: the bank tries again until it gets one.
      dueAt.set(seq, Date.now() + RETRY_MS)
    } finally {
      sending.delete(seq)
    }
  }

  const notifyDue = (): void => {
    const { lostWebhook, webhookDelayMs } = bank.hostility()
    for (const { seq, transfer } of books.pendingMovements()) {
      if (sending.size >= MAX_CONCURRENT) return
      if (sending.has(seq)) continue
      if (chance(seed, 'lost', seq) < lostWebhook) {
        books.add({ kind: 'told', seq })
        continue
      }
      const due = dueAt.get(seq) ?? Date.now() + chance(seed, 'delay', seq) * webhookDelayMs
      dueAt.set(seq, due)
      if (due > Date.now()) continue
      sending.add(seq)
      void notify(seq, JSON.stringify({ id: `ev_${seq}`, transfer: describeTransfer(transfer) }))
    }
  }
  const timer = setInterval(notifyDue, TICK_MS)
  return {
    stop: (): void => {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
