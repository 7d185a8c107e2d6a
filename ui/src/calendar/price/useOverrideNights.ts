import { useRef, useState } from 'react'
import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { OverrideChange } from '@hearth/contracts/listing'
import { formatRange, type LocalDate } from '../../components/dates/localDate.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { problemText, readStatus } from '../../data/http/problems.ts'
import { dropCommand, keepCommand } from '../../data/commands/waitingCommands.ts'
import { sendCommand, type CommandCall } from '../../data/records/dataProvider.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

type Target = Pick<Listing, 'id' | 'title'>
type Request = Readonly<{
  listings: readonly Target[]
  body: Readonly<{ start: LocalDate; end: LocalDate; weekdays: readonly number[]; change: OverrideChange }>
}>
/** The outcome of one listing's command; `error` is undefined once it is saved. */
export type OverrideResult = Readonly<{ listing: Target; changeId: string; error?: unknown }>

/** Whether the server has finally refused it; otherwise a retry must carry the same key. */
const isFinal = (error: unknown) => readStatus(error) >= 400 && readStatus(error) < 500

const useRefresh = () => {
  const client = useQueryClient()
  return () => {
    for (const resource of ['night-overrides', 'claims', 'listings'])
      void client.invalidateQueries({ queryKey: [resource] })
  }
}

/** Undoes the change at each listing, by a command of its own. */
const useUndo = () => {
  const t = useText()
  const saved = useSaved()
  const notify = useNotify()
  const refresh = useRefresh()
  const { mutate } = useMutation({
    mutationFn: (done: readonly OverrideResult[]) =>
      Promise.all(
        done.map(({ listing, changeId }) =>
          sendCommand({
            resource: 'listings',
            id: listing.id,
            verb: 'undo-night-overrides',
            body: { changeId },
            key: crypto.randomUUID(),
          }),
        ),
      ),
    onSuccess: (_answers, done) =>
      saved(t('calendar.price.undone', { listings: done.map(({ listing }) => listing.title).join(', ') })),
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
    onSettled: refresh,
  })
  return mutate
}

/** Changes nights of several listings, one command each; what is saved can be undone together. */
export const useOverrideNights = (onDone: () => void) => {
  const t = useText()
  const saved = useSaved()
  const undo = useUndo()
  const refresh = useRefresh()
  const keys = useRef(new Map<string, string>())
  const [results, setResults] = useState<readonly OverrideResult[]>([])

  const describe = ({ id }: Target, body: Request['body']): CommandCall => {
    const key = keys.current.get(id) ?? crypto.randomUUID()
    keys.current.set(id, key)
    return { resource: 'listings', id, verb: 'override-nights', body, key }
  }
  const send = async (listing: Target, body: Request['body']): Promise<OverrideResult> => {
    const call = describe(listing, body)
    const { key: changeId } = call
    try {
      await sendCommand(call)
      keys.current.delete(listing.id)
      return { listing, changeId }
    } catch (error) {
      if (isFinal(error)) keys.current.delete(listing.id)
      return { listing, changeId, error }
    } finally {
      dropCommand(changeId)
    }
  }
  const mutation = useMutation({
    mutationKey: ['listings', 'override-nights'],
    onMutate: ({ listings, body }: Request) => {
      if (!onlineManager.isOnline()) for (const listing of listings) keepCommand(describe(listing, body))
    },
    mutationFn: ({ listings, body }: Request) => Promise.all(listings.map((listing) => send(listing, body))),
    onSuccess: (answers, { body }) => {
      refresh()
      const done = answers.filter(({ error }) => error === undefined)
      setResults(answers)
      if (done.length > 0)
        saved(
          t('calendar.price.saved', {
            range: formatRange(body.start, body.end),
            listings: done.map(({ listing }) => listing.title).join(', '),
          }),
          () => undo(done),
        )
      if (done.length === answers.length) onDone()
    },
  })
  return { send: mutation.mutate, pending: mutation.isPending, paused: mutation.isPaused, results }
}
