import { useEffect, useState } from 'react'
import { zMessageBody } from '@hearth/contracts/thread'
import { useCommand } from '../data/commands/useCommand.ts'
import { keepDraft, nameDraft, readDraft } from '../data/drafts.ts'
import type { Thread } from '../data/records/records.ts'

/** The draft of a conversation, kept with each change; one that another tab changes is followed. */
const useDraft = (threadId: string) => {
  const [text, setText] = useState(() => readDraft(threadId))
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== null && key === nameDraft(threadId)) setText(newValue ?? '')
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [threadId])
  const change = (next: string) => {
    setText(next)
    keepDraft(threadId, next)
  }
  return [text, change] as const
}

export type Composer = ReturnType<typeof useComposer>

/** The next message of a conversation. One that is refused returns to the draft. */
export const useComposer = ({ id }: Thread) => {
  const [text, change] = useDraft(id)
  const [sending, setSending] = useState<string | null>(null)
  const command = useCommand({
    resource: 'threads',
    verb: 'send',
    touches: ['messages'],
    onSuccess: () => setSending(null),
    onError: (_, { body }) => {
      setSending(null)
      change(String((body as { body: string }).body))
    },
  })
  const body = zMessageBody.safeParse(text).data
  const send = () => {
    if (body === undefined || command.pending) return
    setSending(body)
    command.run({ record: { id }, body: { body } })
    change('')
  }
  /** A message that was unsent can be written again, unless another one was begun. */
  const offer = (unsent: string) => {
    if (text === '') change(unsent)
  }
  return {
    text,
    change,
    send,
    offer,
    sending,
    ready: body !== undefined && !command.pending,
    waiting: command.paused,
    error: command.error,
  }
}
