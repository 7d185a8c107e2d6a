import { useState, useSyncExternalStore } from 'react'
import { listVariables } from '@hearth/contracts/reply-template'
import { zMessageBody } from '@hearth/contracts/thread'
import { useCommand, type CommandInput } from '../data/commands/useCommand.ts'
import { keepDraft, readDraft, returnToDraft, subscribeToDrafts } from '../data/drafts.ts'
import type { Thread } from '../data/records/records.ts'

const readBody = ({ body }: CommandInput): string => String((body as { body: string }).body)

export type Composer = ReturnType<typeof useComposer>

/**
 * The next message of a conversation. One that is refused returns to the draft. One that the server could not
 * answer is kept and stays the next to be sent, so that it is never sent twice.
 */
export const useComposer = ({ id }: Thread) => {
  const text = useSyncExternalStore(subscribeToDrafts, () => readDraft(id))
  const change = (next: string) => keepDraft(id, next)
  const [sending, setSending] = useState<string | null>(null)
  const command = useCommand({
    resource: 'threads',
    verb: 'send',
    touches: ['messages'],
    keeps: true,
    onSuccess: () => setSending(null),
    onError: (_, input, kept) => {
      if (kept) return
      setSending(null)
      returnToDraft(id, readBody(input))
    },
  })
  /** Variables of a saved reply that had no value. */
  const missing = listVariables(text)
  const body = missing.length === 0 ? zMessageBody.safeParse(text).data : undefined
  const send = () => {
    if (body === undefined || sending !== null) return
    setSending(body)
    command.run({ record: { id }, body: { body } })
    change('')
  }
  const sendAgain = () => {
    if (sending !== null && !command.pending) command.run({ record: { id }, body: { body: sending } })
  }
  /** Adds a saved reply to what was typed. */
  const insert = (reply: string) => change(text.trim() === '' ? reply : `${text.trimEnd()}\n\n${reply}`)
  /** A message that was unsent can be written again, unless another one was begun. */
  const offer = (unsent: string) => {
    if (text === '') change(unsent)
  }
  return {
    text,
    change,
    send,
    sendAgain,
    insert,
    missing,
    offer,
    sending,
    /** The message that is being sent met a server that could not answer. */
    kept: sending !== null && !command.pending,
    ready: body !== undefined && sending === null,
    waiting: command.paused,
    error: command.error,
  }
}
