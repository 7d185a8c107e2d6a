import simpleRest from 'ra-data-simple-rest'
import type { DataProvider, RaRecord } from 'react-admin'
import { httpClient, request } from '../http/http.ts'
import { withPending } from './pendingPatches.ts'

export const API = '/api'

/**
 * Sends a command: `POST /api/<resource>[/<id>/<verb>]`. `key` is its identity: the same key never acts
 * twice.
 */
export type CommandCall = Readonly<{
  resource: string
  id?: string | undefined
  verb?: string | undefined
  body?: unknown
  key: string
  /** The host account that staff create something for. */
  account?: string | undefined
  /** The revision that the person saw; left out where the contract requires none. */
  revision?: number | undefined
}>
export type CommandAnswer = Readonly<{
  id: string
  revision: number
  events: readonly string[]
  undo?: Readonly<{ command: string; expiresAt: string | null }>
}>

export const sendCommand = async ({
  resource,
  id,
  verb,
  body = {},
  key,
  account,
  revision,
}: CommandCall): Promise<CommandAnswer> => {
  const path = [
    API,
    resource,
    ...(id === undefined ? [] : [encodeURIComponent(id)]),
    ...(verb === undefined ? [] : [verb]),
  ].join('/')
  const answer = await request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Idempotency-Key': key,
      ...(account === undefined ? {} : { 'X-Host-Account': account }),
      ...(revision === undefined ? {} : { 'If-Match': `"${revision}"` }),
    },
  })
  return answer.json as CommandAnswer
}

const rest = simpleRest(API, httpClient)
const refuse = (): never => {
  throw new Error('Writes are commands: use useCommand')
}

/** Reads with simple-rest and applies this tab's pending changes. Writes are commands only. */
export const dataProvider: DataProvider & { command: typeof sendCommand } = {
  supportAbortSignal: true,
  getList: async (resource, params) => {
    const { data, ...rest_ } = await rest.getList<RaRecord>(resource, params)
    return { data: data.map((row) => withPending(resource, row)) as never, ...rest_ }
  },
  getOne: async (resource, params) => ({
    data: withPending(resource, (await rest.getOne<RaRecord>(resource, params)).data) as never,
  }),
  getMany: async (resource, params) => {
    const chunks = Array.from({ length: Math.ceil(params.ids.length / 100) }, (_, index) =>
      params.ids.slice(index * 100, index * 100 + 100),
    )
    const pages = await Promise.all(chunks.map((ids) => rest.getMany<RaRecord>(resource, { ...params, ids })))
    return { data: pages.flatMap((page) => page.data.map((row) => withPending(resource, row))) as never }
  },
  getManyReference: async (resource, params) => {
    const { data, ...rest_ } = await rest.getManyReference<RaRecord>(resource, params)
    return { data: data.map((row) => withPending(resource, row)) as never, ...rest_ }
  },
  create: refuse,
  update: refuse,
  updateMany: refuse,
  delete: refuse,
  deleteMany: refuse,
  command: sendCommand,
}
