import { useRef } from 'react'
import { onlineManager, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { RaRecord } from 'react-admin'
import { isRefused } from '../http/problems.ts'
import { sendCommand, type CommandAnswer, type CommandCall } from '../records/dataProvider.ts'
import { dropPatch, holdPatch, settlePatch, withPending } from '../records/pendingPatches.ts'
import { dropCommand, isKept, keepCommand } from './waitingCommands.ts'

export type CommandInput = Readonly<{
  /** The target; absent for a creating command. */
  record?: Readonly<{ id: string; revision?: number }> | undefined
  body?: unknown
  /** The host account that staff create it for, where only the form knows it. */
  account?: string | undefined
  /** Fields that will change: shown immediately, and reverted if the command is refused. */
  patch?: Readonly<Record<string, unknown>> | undefined
}>
type Options = Readonly<{
  resource: string
  verb?: string
  /** The host account that staff create something for. */
  account?: string | undefined
  /** Sends the revision that the person saw (contract: `ifMatch: 'required'`). */
  ifMatch?: boolean
  /** Other resources whose rows change with it. */
  touches?: readonly string[]
  /**
   * For money and for what cannot be undone: the patch is built from the answer and shown only once the
   * command is accepted.
   */
  patchFrom?: (answer: CommandAnswer) => Readonly<Record<string, unknown>>
  onSuccess?: (answer: CommandAnswer, input: CommandInput) => void
  /** The key of a command that its page keeps over a reload; one of its own otherwise. */
  key?: string
  /** Keeps the command also when the server could not answer it, so that it is never sent under two keys. */
  keeps?: boolean
  /** `kept`: it is not refused, and the next page sends it unless `run` with the same input succeeds before. */
  onError?: (error: unknown, input: CommandInput, kept: boolean) => void
}>

const mapRows = (data: unknown, change: (row: RaRecord) => RaRecord): unknown => {
  if (Array.isArray(data)) return data.map((row: RaRecord) => change(row))
  if (data === null || typeof data !== 'object') return data
  if ('data' in data && Array.isArray(data.data))
    return { ...data, data: data.data.map((row: RaRecord) => change(row)) }
  return 'id' in data ? change(data as RaRecord) : data
}

/**
 * Applies pending patches to every cached row of the resource, including custom reads under `[resource,
 * 'row', …]`.
 */
export const repaint = (client: QueryClient, resource: string) => {
  for (const method of ['getOne', 'getList', 'getMany', 'getManyReference', 'row']) {
    client.setQueriesData({ queryKey: [resource, method] }, (data: unknown) =>
      mapRows(data, (row) => withPending(resource, row)),
    )
  }
}

/** Reads of many resources together, which any change may touch. */
export const SUMMARIES: readonly unknown[] = ['today', 'undoable-actions', 'my-notices']

const invalidate = (client: QueryClient, resources: readonly string[]) => {
  for (const resource of resources) void client.invalidateQueries({ queryKey: [resource] })
  for (const name of SUMMARIES) void client.invalidateQueries({ queryKey: [name] })
}

/**
 * A command from a form or a button. Its key is created with the form and renewed only after the command was
 * accepted or finally refused, so a second click, a retry or a lost answer never acts twice.
 */
export const useCommand = ({
  resource,
  verb,
  account,
  ifMatch = false,
  touches = [],
  patchFrom,
  keeps = false,
  key: begun,
  onSuccess,
  onError,
}: Options) => {
  const client = useQueryClient()
  const key = useRef<string>(null)
  key.current ??= crypto.randomUUID()
  const readKey = () => begun ?? key.current ?? crypto.randomUUID()

  const describe = ({ record, body, account: of = account }: CommandInput): CommandCall => ({
    resource,
    id: record?.id,
    verb,
    body,
    key: readKey(),
    account: of,
    revision: ifMatch ? record?.revision : undefined,
  })

  const mutation = useMutation<CommandAnswer, unknown, CommandInput>({
    mutationKey: [resource, verb],
    mutationFn: (input) => sendCommand(describe(input)),
    onMutate: async (input) => {
      if (!onlineManager.isOnline()) keepCommand(describe(input))
      const { record, patch } = input
      if (!record || !patch) return
      await client.cancelQueries({ queryKey: [resource] })
      holdPatch(resource, record.id, patch)
      repaint(client, resource)
    },
    onSuccess: (answer, input) => {
      dropCommand(readKey())
      key.current = crypto.randomUUID()
      const id = input.record?.id
      if (id !== undefined && patchFrom) holdPatch(resource, id, patchFrom(answer))
      if (id !== undefined && (input.patch || patchFrom)) settlePatch(resource, id, answer.revision)
      if (patchFrom) repaint(client, resource)
      invalidate(client, [resource, ...touches])
      onSuccess?.(answer, input)
    },
    onError: (error, input) => {
      // What waited for the network is not lost with a server that is down: the next page sends it again.
      if (isRefused(error)) {
        dropCommand(readKey())
        key.current = crypto.randomUUID()
      } else if (keeps) keepCommand(describe(input))
      if (input.record && input.patch) dropPatch(resource, input.record.id)
      invalidate(client, [resource])
      onError?.(error, input, isKept(readKey()))
    },
  })
  return {
    run: mutation.mutate,
    runAsync: mutation.mutateAsync,
    pending: mutation.isPending,
    paused: mutation.isPaused,
    error: mutation.error,
    reset: mutation.reset,
  }
}
