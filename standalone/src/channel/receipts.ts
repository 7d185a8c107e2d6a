import { newId } from '@hearth/contracts/kernel/ids'
import type { RECEIPTS } from '@hearth/contracts/thread'
import { SIGNATURE_HEADER } from '@hearth/command-service/thread/sending/webhookChannel'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { deadline } from '@hearth/platform/retry/deadline'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const RETRY_MS = 1_000
const TIMEOUT_MS = 5_000

export type Receipt = Readonly<{
  threadId: string
  messageId: string
  status: (typeof RECEIPTS)[number]
  reason?: string
}>

/** Sends receipts to the client, each until it answers 2xx. */
export const createReceipts = ({ secret, url }: Readonly<{ secret: string; url: string }>) => {
  const stopping = new AbortController()
  // Each request listens until its deadline: many are no leak.
  setMaxListeners(0, stopping.signal)

  const post = async (body: string): Promise<boolean> => {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: deadline(TIMEOUT_MS, stopping.signal),
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signWebhook(secret, body, Math.floor(Date.now() / 1_000)),
      },
    })
    await response.arrayBuffer()
    return response.ok
  }

  const deliver = async (receipt: Receipt, afterMs: number, times: number): Promise<void> => {
    const { signal } = stopping
    await wait(afterMs, undefined, { signal })
    const body = JSON.stringify({ id: newId(), ...receipt, at: new Date().toISOString() })
    for (let left = times; left > 0;) {
      const isTaken = await post(body).catch(() => false)
      if (signal.aborted) return
      if (isTaken) left -= 1
      else await wait(RETRY_MS, undefined, { signal })
    }
  }

  return {
    /** Sends a receipt so many times, the first after `afterMs`. */
    send: (receipt: Receipt, afterMs: number, times = 1): void =>
      // It ends early only because the channel stops.
      void deliver(receipt, afterMs, times).catch(() => undefined),
    stop: (): void => stopping.abort(),
  }
}
