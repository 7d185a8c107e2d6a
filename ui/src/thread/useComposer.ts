import { useRef, useState } from 'react'
import { listVariables } from '@hearth/contracts/reply-template'
import { zAttachedBody, zMessageBody } from '@hearth/contracts/thread'
import { useCommand, type CommandInput } from '../data/commands/useCommand.ts'
import { returnToDraft } from '../data/drafts.ts'
import { uploadAttachment } from '../data/http/upload.ts'
import { useDraft } from '../data/useDraft.ts'
import type { Attached } from '../data/useDraftFiles.ts'
import type { Thread } from '../data/records/records.ts'
import { renewFiles } from '../message-files/renewFiles.ts'
import { useMessageFiles } from '../message-files/useMessageFiles.ts'

const readBody = ({ body }: CommandInput): string => String((body as { body: string }).body)

/** A message that is being sent. */
type Sending = Readonly<{ body: string; files: readonly Attached[] }>

export type Composer = ReturnType<typeof useComposer>

/**
 * The next message of a conversation. One that is refused returns to the draft. One that the server could not
 * answer is kept and stays the next to be sent, so that it is never sent twice.
 */
export const useComposer = ({ id }: Thread) => {
  const [text, change] = useDraft(id)
  const files = useMessageFiles(id, uploadAttachment)
  const [sending, setSending] = useState<Sending | null>(null)
  const sent = useRef<readonly Attached[]>([])
  const command = useCommand({
    resource: 'threads',
    verb: 'send',
    touches: ['messages'],
    keeps: true,
    onSuccess: () => setSending(null),
    onError: (error, input, kept) => {
      if (kept) return
      setSending(null)
      if (readBody(input) !== '') returnToDraft(id, readBody(input))
      files.restore(renewFiles(sent.current, error))
    },
  })
  /** Variables of a saved reply that had no value. */
  const missing = listVariables(text)
  const schema = files.all.length === 0 ? zMessageBody : zAttachedBody
  const body = missing.length === 0 ? schema.safeParse(text).data : undefined
  const run = ({ body: written, files: attached }: Sending) => {
    const attachments = attached.flatMap(({ fileId }) => fileId ?? [])
    command.run({ record: { id }, body: { body: written, ...(attachments.length > 0 && { attachments }) } })
  }
  const ready = body !== undefined && files.ids !== undefined && sending === null
  const send = () => {
    if (body === undefined || !ready) return
    const message = { body, files: files.all }
    sent.current = files.all
    setSending(message)
    run(message)
    change('')
    files.clear()
  }
  const sendAgain = () => {
    if (sending !== null && !command.pending) run(sending)
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
    ready,
    files,
    waiting: command.paused,
    error: command.error,
  }
}
