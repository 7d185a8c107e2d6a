import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { isRefused, problemText } from '../http/problems.ts'
import { sendCommand, type CommandCall } from '../records/dataProvider.ts'
import { dropCommand, rememberPerson, takeCommands } from './waitingCommands.ts'

/** Sends it now, or waits for the network like any command. */
const resume = (client: QueryClient, call: CommandCall, onRefused: (error: unknown) => void) =>
  client
    .getMutationCache()
    .build(client, {
      mutationKey: [call.resource, call.verb],
      mutationFn: () => sendCommand(call),
      onSuccess: () => {
        dropCommand(call.key)
        void client.invalidateQueries()
      },
      onError: (error) => {
        if (!isRefused(error)) return
        dropCommand(call.key)
        onRefused(error)
      },
    })
    .execute(undefined)
    .catch(() => undefined)

/** Sends what an earlier page has left waiting. Each carries its key, so it acts once. */
export const useWaitingCommands = () => {
  const t = useText()
  const notify = useNotify()
  const client = useQueryClient()
  const session = useSession()
  const whose = session && `${session.user.id}/${session.account?.id ?? ''}`
  useEffect(() => {
    if (whose === undefined) return
    rememberPerson()
    for (const call of takeCommands())
      void resume(client, call, (error) =>
        notify(t('app.waitingRefused', { reason: problemText(error, t) }), {
          type: 'error',
          autoHideDuration: null,
        }),
      )
  }, [whose, client, notify, t])
}
