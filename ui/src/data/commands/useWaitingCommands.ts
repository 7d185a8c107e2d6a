import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { returnToDraft } from '../drafts.ts'
import { isRefused, problemText } from '../http/problems.ts'
import { sendCommand, type CommandCall } from '../records/dataProvider.ts'
import { dropPatch, holdPatch, settlePatch } from '../records/pendingPatches.ts'
import { repaint } from './useCommand.ts'
import {
  dropCommand,
  keepCommand,
  listKept,
  rememberPerson,
  subscribeToKept,
  takeCommands,
} from './waitingCommands.ts'

/** Sends it now, or waits for the network like any command. */
const resume = (client: QueryClient, call: CommandCall, onRefused: (error: unknown) => void) =>
  client
    .getMutationCache()
    .build(client, {
      mutationKey: [call.resource, call.verb],
      mutationFn: () => sendCommand(call),
      onSuccess: ({ revision }) => {
        dropCommand(call.key)
        if (call.id !== undefined) settlePatch(call.resource, call.id, revision)
        void client.invalidateQueries()
      },
      onError: (error) => {
        if (call.id !== undefined) dropPatch(call.resource, call.id)
        repaint(client, call.resource)
        if (!isRefused(error)) return
        dropCommand(call.key)
        onRefused(error)
      },
    })
    .execute(undefined)
    .catch(() => undefined)

/** A message is not lost with its refusal. */
const returnMessage = ({ resource, verb, id, body }: CommandCall): void => {
  if (resource !== 'threads' || verb !== 'send' || id === undefined) return
  const text = (body as Readonly<{ body?: unknown }>).body
  if (typeof text === 'string' && text !== '') returnToDraft(id, text)
}

/** Sends a kept command, and says why if it is refused. */
const useResume = () => {
  const t = useText()
  const notify = useNotify()
  const client = useQueryClient()
  return useCallback(
    (call: CommandCall) =>
      void resume(client, call, (error) => {
        returnMessage(call)
        notify(t('app.waitingRefused', { reason: problemText(error, t) }), {
          type: 'error',
          autoHideDuration: null,
        })
      }),
    [client, notify, t],
  )
}

/** Sends what an earlier page has left waiting. Each carries its key, so it acts once. */
export const useWaitingCommands = () => {
  const send = useResume()
  const session = useSession()
  const whose = session && `${session.user.id}/${session.account?.id ?? ''}`
  useEffect(() => {
    if (whose === undefined) return
    rememberPerson()
    takeCommands().forEach(send)
  }, [whose, send])
}

/** What waits to be sent to a record, the oldest first, and a way to try again. */
export const useKept = (resource: string, id: string, verb: string) => {
  const kept = useSyncExternalStore(subscribeToKept, listKept)
  return {
    calls: kept.filter((call) => call.resource === resource && call.id === id && call.verb === verb),
    sendAgain: useResume(),
  }
}

/**
 * Gives a command of a series without a network: it is kept under a key of its own, shown as done, and sent
 * later.
 */
export const useLaterCommand = () => {
  const client = useQueryClient()
  const send = useResume()
  return (call: Omit<CommandCall, 'key'>, patch: Readonly<Record<string, unknown>> | undefined) => {
    const kept = { ...call, key: crypto.randomUUID() }
    keepCommand(kept)
    if (call.id !== undefined && patch !== undefined) {
      holdPatch(call.resource, call.id, patch)
      repaint(client, call.resource)
    }
    send(kept)
  }
}
