import { useState } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand, type CommandInput } from '../../data/commands/useCommand.ts'
import { useLaterCommand } from '../../data/commands/useWaitingCommands.ts'
import { problemText } from '../../data/http/problems.ts'
import type { Thread } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

/**
 * Sends the commands one after the other. Returns the conversations that were changed; a failure, which is
 * shown, stops it, so that a command whose outcome is unknown keeps its key. Without a network all of them wait.
 */
const useSeries = (verb: 'archive' | 'unarchive' | 'mark-read') => {
  const t = useText()
  const notify = useNotify()
  const { runAsync } = useCommand({ resource: 'threads', verb })
  const giveLater = useLaterCommand()
  return async (threads: readonly Thread[], describe: (thread: Thread) => CommandInput) => {
    if (!onlineManager.isOnline()) {
      for (const thread of threads) {
        const { body, patch } = describe(thread)
        giveLater({ resource: 'threads', id: thread.id, verb, body }, patch)
      }
      notify(t('thread.bulk.waiting', { smart_count: threads.length }))
      return []
    }
    const done: Thread[] = []
    for (const thread of threads)
      try {
        await runAsync(describe(thread))
        done.push(thread)
      } catch (error) {
        notify(problemText(error, t), { type: 'error', autoHideDuration: null })
        break
      }
    return done
  }
}

const archived = (value: boolean) => (record: Thread) => ({ record, patch: { archived: value } })
const read = (record: Thread) => ({ record, body: { upToMessageId: record.lastGuestMessageId } })

/** What can be done with several conversations together. */
export const useBulkActions = () => {
  const t = useText()
  const saved = useSaved()
  const [pending, setPending] = useState(false)
  const [archive, unarchive, markRead] = [
    useSeries('archive'),
    useSeries('unarchive'),
    useSeries('mark-read'),
  ]
  const during = async (work: () => Promise<void>) => {
    setPending(true)
    await work()
    setPending(false)
  }
  const restore = async (threads: readonly Thread[]) => {
    const { length: smart_count } = await unarchive(threads, archived(false))
    if (smart_count > 0) saved(t('thread.bulk.unarchived', { smart_count }))
  }
  return {
    pending,
    archive: (threads: readonly Thread[]) =>
      during(async () => {
        const done = await archive(
          threads.filter((thread) => !thread.archived),
          archived(true),
        )
        const text = t('thread.bulk.archived', { smart_count: done.length })
        if (done.length > 0) saved(text, () => void restore(done))
      }),
    markRead: (threads: readonly Thread[]) =>
      during(async () => {
        const written = threads.filter(({ lastGuestMessageId }) => lastGuestMessageId !== null)
        const { length: smart_count } = await markRead(written, read)
        if (smart_count > 0) saved(t('thread.bulk.read', { smart_count }))
      }),
  }
}
